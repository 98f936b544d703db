// What the page shows at each of its addresses, which are in routes.json.

import type { Component } from 'svelte'
import HomePage from '../lobby/HomePage.svelte'
import type { RouteName } from '../net/links'
import GamePage from '../play/GamePage.svelte'

/** The parts of the menu, by their keys in menu.json. */
export type Section = 'play' | 'puzzles' | 'learn' | 'watch' | 'community' | 'tools'

/** The parameters of an address; an optional one may be missing. */
type Params = readonly (string | undefined)[]
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each page has its own properties
type Page = Component<any>

export interface Route {
  /** The page, which the first script has, or what loads it. */
  page?: Page
  load?: () => Promise<{ default: Page }>
  /** The properties of the page. */
  props?: (...params: string[]) => Record<string, unknown>
  /** The part of the menu that is lit. */
  section?: Section
  /** How wide the page is: a large board takes the width of the window, words and fields a column in the middle. */
  frame?: 'board' | 'column'
  /** Says which addresses one page shows without beginning again, from the parameters; by default only one. */
  same?: (...params: Params) => string
}

const id = (id: string) => ({ id })
const variant = (variant: string) => ({ variant })
const home: Route = { page: HomePage, same: () => 'home' }

/** All pages but those for other sites. Each names its import, which scripts/loads.mjs reads. */
export const routes: Record<Exclude<RouteName, `embed${string}`>, Route> = {
  home,
  new: { ...home, section: 'play' },
  game: { page: GamePage, props: id, section: 'play', frame: 'board' },
  challenge: { load: () => import('../challenge/ChallengePage.svelte'), props: id, section: 'play' },
  correspondence: { load: () => import('../lobby/CorrespondencePage.svelte'), section: 'play' },
  tournaments: { load: () => import('../tournament/TournamentsPage.svelte'), section: 'play' },
  newTournament: { load: () => import('../tournament/NewTournamentPage.svelte'), section: 'play', frame: 'column' },
  tournament: { load: () => import('../tournament/TournamentPage.svelte'), props: id, section: 'play' },

  puzzles: {
    load: () => import('../puzzle/PuzzlePage.svelte'),
    section: 'puzzles',
    frame: 'board',
    same: () => 'puzzle',
  },
  puzzle: {
    load: () => import('../puzzle/PuzzlePage.svelte'),
    props: id,
    section: 'puzzles',
    frame: 'board',
    same: () => 'puzzle',
  },
  puzzleThemes: { load: () => import('../puzzle/PuzzleThemesPage.svelte'), section: 'puzzles' },
  puzzleStreak: { load: () => import('../puzzle/PuzzleStreakPage.svelte'), section: 'puzzles', frame: 'board' },
  puzzleStorm: { load: () => import('../puzzle/PuzzleStormPage.svelte'), section: 'puzzles', frame: 'board' },
  puzzleHistory: { load: () => import('../puzzle/PuzzleHistoryPage.svelte'), section: 'puzzles' },
  gameMistakes: { load: () => import('../puzzle/MistakesPage.svelte'), props: id, section: 'puzzles', frame: 'board' },

  learn: { load: () => import('../learn/LearnPage.svelte'), section: 'learn' },
  lesson: { load: () => import('../learn/LessonPage.svelte'), props: variant, section: 'learn', frame: 'board' },
  drills: { load: () => import('../learn/DrillsPage.svelte'), props: variant, section: 'learn', frame: 'board' },
  rules: { load: () => import('../learn/RulesPage.svelte'), props: (name) => ({ name }), section: 'learn' },
  annotated: {
    load: () => import('../learn/AnnotatedPage.svelte'),
    props: (variant, name) => ({ variant, name }),
    section: 'learn',
    frame: 'board',
  },

  watch: { load: () => import('../watch/WatchPage.svelte'), section: 'watch' },
  channel: { load: () => import('../watch/ChannelPage.svelte'), props: variant, section: 'watch', frame: 'board' },
  archive: { load: () => import('../archive/ArchivePage.svelte'), section: 'watch' },

  players: { load: () => import('../people/PlayersPage.svelte'), section: 'community' },
  player: { load: () => import('../people/PlayerPage.svelte'), props: (name) => ({ name }), section: 'community' },

  analysis: { load: () => import('../analysis/AnalysisPage.svelte'), props: variant, section: 'tools', frame: 'board' },
  gameAnalysis: {
    load: () => import('../analysis/AnalysisPage.svelte'),
    props: (game) => ({ game }),
    section: 'tools',
    frame: 'board',
  },
  studies: { load: () => import('../study/LibraryPage.svelte'), section: 'tools' },
  newStudy: { load: () => import('../study/NewStudyPage.svelte'), section: 'tools', frame: 'column' },
  study: {
    load: () => import('../study/StudyPage.svelte'),
    props: (id, chapter) => ({ id, chapter }),
    section: 'tools',
    frame: 'board',
    same: (id) => `study ${id}`,
  },
  editor: {
    load: () => import('../editor/EditorPage.svelte'),
    props: variant,
    section: 'tools',
    frame: 'board',
    same: () => 'editor',
  },
  rankings: { load: () => import('../atlas/RankingsPage.svelte'), section: 'tools' },

  signin: { load: () => import('../account/SignInPage.svelte') },
  signup: { load: () => import('../account/SignUpPage.svelte') },
  account: { load: () => import('../account/AccountPage.svelte'), frame: 'column' },
  oauth: { load: () => import('../account/AppPage.svelte') },
  admin: { load: () => import('../moderation/AdminPage.svelte') },
  about: { load: () => import('../info/InfoPage.svelte'), props: () => ({ name: 'about' }), frame: 'column' },
  help: { load: () => import('../info/InfoPage.svelte'), props: () => ({ name: 'help' }), frame: 'column' },
  privacy: { load: () => import('../info/InfoPage.svelte'), props: () => ({ name: 'privacy' }), frame: 'column' },
}

/** Returns the route of a page, or undefined for one that is not of this site's frame. */
export const routeOf = (name: string | undefined): Route | undefined =>
  (routes as Partial<Record<string, Route>>)[name ?? '']
