import { mount } from 'svelte'
import '../app.css'
import Embed from './Embed.svelte'

mount(Embed, { target: document.getElementById('app')! })
