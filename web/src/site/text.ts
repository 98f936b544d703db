// Texts of a site, which has no server.
export const sites = {
  title: 'No server',
  /** In place of what needs one. */
  none: 'This site has no server: it has no accounts and no games between people, and nothing that you do here leaves your browser.',
  /** Of pages of which a part needs one. */
  studies: { title: 'Analyses', text: 'Your analyses and your games against the computer, in this browser only.' },
  rated: 'The result changes your puzzle rating.',
  intro:
    'Four chess variants in which the board, its squares or the captured pieces become less: play the computer, learn, solve puzzles and analyze, all in your browser.',
}
