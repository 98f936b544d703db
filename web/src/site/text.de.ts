import type { sites as en } from './text'

export const sites: typeof en = {
  title: 'Kein Server',
  none: 'Diese Seite hat keinen Server: Sie hat keine Konten und keine Partien zwischen Menschen, und was du hier tust, bleibt in deinem Browser.',
  studies: { title: 'Analysen', text: 'Deine Analysen und deine Partien gegen den Computer, nur in diesem Browser.' },
  rated: 'Das Ergebnis ändert deine Aufgabenwertung.',
  intro:
    'Vier Schachvarianten, in denen das Brett, seine Felder oder die geschlagenen Figuren weniger werden: spiele gegen den Computer, lerne, löse Aufgaben und analysiere, alles in deinem Browser.',
}
