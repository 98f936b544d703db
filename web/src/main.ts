import { mount } from 'svelte'
import App from './App.svelte'
import './app.css'
import { startPrefs } from './lib/prefs.svelte'
import { startRouter } from './lib/router.svelte'
import { loadRules } from './lib/rules'

startPrefs()
startRouter()
mount(App, { target: document.getElementById('app')! })

// The rules are 1 MB: they come when the page has been painted, and until then
// the server answers for them.
const idle = window.requestIdleCallback ?? ((f: () => void) => setTimeout(f, 200))
requestAnimationFrame(() => idle(() => void loadRules().catch(() => {})))
