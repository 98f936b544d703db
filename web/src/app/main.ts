import { mount } from 'svelte'
import App from './App.svelte'
import '../ui/styles.css'
import './first.css'
import { whenIdle } from '../ui/idle'
import { user } from '../net/me.svelte'
import { startPrefs } from '../ui/prefs.svelte'
import { startRouter } from '../net/router.svelte'
import { loadRules } from '../rules/rules'
import { loadTexts } from '../net/language'
import { site } from '../net/site'
import { routes } from './routes'
import { sections } from './text'

void Promise.all([
  loadTexts(),
  site && import('../site/start').then(({ start }) => start(site!, routes, sections)),
]).then(() => {
  startPrefs()
  startRouter()
  user.follow()
  mount(App, { target: document.getElementById('app')! })

  if (user.known) keepStudies()
  else if (user.account) void user.refresh().then(keepStudies) // the session may have ended
  // The rules are 0.9 MB: they load after the first paint, and until then the server answers.
  requestAnimationFrame(() => whenIdle(() => void loadRules().catch(() => {})))
})

/** Has the studies of an account kept on the server. */
function keepStudies() {
  const name = user.account?.name
  if (name)
    whenIdle(() => void import('../analysis/keep.svelte').then(({ keeper }) => keeper.start(name)).catch(() => {}))
}
