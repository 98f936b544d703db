import { mount } from 'svelte'
import App from './App.svelte'
import './app.css'
import { whenIdle } from './lib/idle'
import { startPrefs } from './lib/prefs.svelte'
import { startRouter } from './lib/router.svelte'
import { loadRules } from './lib/rules'
import { loadTexts } from './text/language'

void loadTexts().then(() => {
  startPrefs()
  startRouter()
  mount(App, { target: document.getElementById('app')! })

  // The rules are 1 MB: they load after the first paint, and until then the server answers.
  requestAnimationFrame(() => whenIdle(() => void loadRules().catch(() => {})))
})
