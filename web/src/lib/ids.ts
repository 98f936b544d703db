const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * A name that nobody else will choose: 20 characters, 120 random bits. Commands
 * and new games carry one, so that what is sent twice counts once. (Not
 * crypto.randomUUID, which pages without https do not have.)
 */
export function newID(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(20))
  return Array.from(bytes, (b) => letters[b & 63]).join('')
}
