// What only players of games by correspondence see beside their game; the page loads it for them.

export { default as Plan } from '../plan/PlanPanel.svelte'
export { default as NextGame } from './NextGame.svelte'
