// Passkeys of members of staff: the browser's own virtual authenticator makes and holds them.

import assert from 'node:assert/strict'

/** A device that says yes to whatever it is asked. */
export async function device(page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  }
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options })
  /** From now on it does not recognise its owner. */
  return () => session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
}

/** Makes a passkey; another person of security approves it, which ends the session that no key opened. */
export async function enrols(one, security) {
  await one.go('/desks/keys')
  await one.page.getByRole('button', { name: 'Make a passkey' }).click()
  await one.act('Make a passkey', 'My telephone')
  await one.page.getByText('The passkey waits for somebody of security').waitFor()
  // Each test hires its own people: the row itself may be out of sight.
  await security.go(`/desks/accounts?open=${one.name}`)
  await security.page.getByRole('button', { name: 'Approve this key' }).click()
  await security.act('Approve this key', 'Read out in person')
  await security.page.getByText(`A key of ${one.name} signs now`).waitFor()
  assert.equal((await one.call('session/me', {})).error, -1000)
  await one.signsInAgain()
}
