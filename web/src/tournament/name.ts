import { say } from '../net/sentences.text'

/** Returns the name of a tournament: what the server has scheduled is in the page's language. */
export const nameOf = ({ id, name = '' }: { id: string; name?: string }): string =>
  /^(daily|weekly)-/.test(id) ? say(name) : name
