import { mount } from 'svelte'
import App from './App.svelte'
import './app.css'
import { whenIdle } from './lib/idle'
import { startPrefs } from './lib/prefs.svelte'
import { startRouter } from './lib/router.svelte'
import { loadRules } from './lib/rules'

startPrefs()
startRouter()
mount(App, { target: document.getElementById('app')! })

// The rules are 1 MB: they come when the page has been painted, and until then
// the server answers for them.
requestAnimationFrame(() => whenIdle(() => void loadRules().catch(() => {})))
