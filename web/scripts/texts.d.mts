import type { Plugin } from 'vite'

export const texts: Plugin
