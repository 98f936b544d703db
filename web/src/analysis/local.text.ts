// Texts of games against the computer that are kept in this browser.

export const local = {
  you: 'You',
  kept: 'The game stays in this browser, among your analyses.',
  blocked: 'This browser blocks storage, so the game is lost when you leave or reload the page.',
  list: 'Games in this browser',
  all: 'All analyses and games in this browser',
}
