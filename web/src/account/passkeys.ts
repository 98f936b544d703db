// Passkeys: what the browser's WebAuthn needs and answers, as JSON.

import { call } from '../net/api'
import type { Passkey, SignedIn } from '../net/types'

/** Why a passkey was not used. */
export type PasskeyProblem =
  | 'canceled' // by the user, or the time has run out
  | 'known' // the device has a passkey of this account already
  | 'origin' // the server expects another address of the page
  | 'failed'

export class PasskeyError extends Error {
  constructor(readonly why: PasskeyProblem) {
    super(why)
  }
}

const address = /^[\d.]+$|:/

/**
 * Reports whether the browser can use passkeys on this page. They belong to a name: at an IP address there are none.
 */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential &&
  !address.test(location.hostname)

/** Reports whether the browser can offer passkeys where a user types the name. */
export const offersPasskeys = async (): Promise<boolean> =>
  hasPasskeys() &&
  'isConditionalMediationAvailable' in PublicKeyCredential &&
  (await PublicKeyCredential.isConditionalMediationAvailable())

const problems: Record<string, PasskeyProblem> = {
  NotAllowedError: 'canceled',
  AbortError: 'canceled',
  InvalidStateError: 'known',
  SecurityError: 'origin',
}

/** Lets the browser do its part, and returns the credential as JSON. */
async function ask(browser: () => Promise<Credential | null>): Promise<unknown> {
  try {
    return ((await browser()) as PublicKeyCredential).toJSON()
  } catch (e) {
    throw new PasskeyError(problems[e instanceof Error ? e.name : ''] ?? 'failed')
  }
}

/**
 * Signs in with a passkey, or proves again who the user is. With a signal it is quiet: the browser offers passkeys
 * where the user types the name, until the signal is aborted; chosen is asked once the user has taken one, and may say
 * no.
 */
export async function usePasskey(quietly?: AbortSignal, chosen = () => true): Promise<SignedIn> {
  const { ceremony, options } = await call('POST', '/passkeys/signin/begin')
  const credential = await ask(() =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON),
      ...(quietly && { mediation: 'conditional', signal: quietly }),
    }),
  )
  if (quietly?.aborted || !chosen()) throw new PasskeyError('canceled')
  return call('POST', '/passkeys/signin/finish', { body: { ceremony, credential } })
}

export const passkeys = {
  list: () => call('GET', '/account/passkeys'),
  /** Makes a passkey on the user's device. */
  async add(name: string): Promise<Passkey[]> {
    const { ceremony, options } = await call('POST', '/passkeys/register/begin')
    const credential = await ask(() =>
      navigator.credentials.create({
        publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON),
      }),
    )
    return call('POST', '/passkeys/register/finish', { body: { ceremony, name, credential } })
  },
  rename: (id: string, name: string) => call('PUT', '/account/passkeys/{id}', { path: { id }, body: { name } }),
  remove: (id: string) => call('DELETE', '/account/passkeys/{id}', { path: { id } }),
}
