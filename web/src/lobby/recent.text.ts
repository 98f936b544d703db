// Texts of what an account sees of itself on the home page.

export const recent = {
  ratings: 'Your ratings',
  games: 'Your last games',
  all: 'All your games',
  ended: { won: 'won', lost: 'lost', drawn: 'draw', none: 'no result' },
}
