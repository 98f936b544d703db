import { mount } from 'svelte'
import '../app.css'
import { loadTexts } from '../text/language'
import Embed from './Embed.svelte'

void loadTexts().then(() => mount(Embed, { target: document.getElementById('app')! }))
