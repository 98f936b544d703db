import { mount } from 'svelte'
import App from './App.svelte'
import './app.css'
import { whenIdle } from './lib/idle'
import { user } from './lib/me.svelte'
import { startPrefs } from './lib/prefs.svelte'
import { startRouter } from './lib/router.svelte'
import { loadRules } from './lib/rules'
import { loadTexts } from './text/language'

void loadTexts().then(() => {
  startPrefs()
  startRouter()
  user.follow()
  mount(App, { target: document.getElementById('app')! })

  if (user.account) void user.refresh().then(keepStudies) // the session may have ended
  // The rules are 1 MB: they load after the first paint, and until then the server answers.
  requestAnimationFrame(() => whenIdle(() => void loadRules().catch(() => {})))
})

/** Has the studies of an account kept on the server. */
function keepStudies() {
  const name = user.account?.name
  if (name) whenIdle(() => void import('./study/keep.svelte').then(({ keeper }) => keeper.start(name)).catch(() => {}))
}
