import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { call, server } from '../../testing/server.ts'
import { user, world } from '../../testing/world.ts'
import { askTerms } from './gate.ts'
import { Toasts } from '../../ui/toast.tsx'
import TermsSheet from './TermsSheet.tsx'

test.each(['1', '7'])('what is accepted is the version %s that is shown', async (version) => {
  const bodies = await asked(() => version)
  fireEvent.click(screen.getByRole('button', { name: 'Accept and continue' }))
  await waitFor(() => expect(bodies).toEqual([version]))
})

test('a version that came into force since the app was loaded is not accepted unread', async () => {
  let version = '1'
  const bodies = await asked(() => version)
  version = '2'
  fireEvent.click(screen.getByRole('button', { name: 'Accept and continue' }))
  await screen.findByText('The terms have changed. Reload the app to read them.')
  expect(bodies).toEqual([])
})

/** The sheet with its box ticked; what is sent to accept them, in the version that the server has. */
async function asked(version: () => string): Promise<unknown[]> {
  const bodies: unknown[] = []
  server.use(
    call('system/config', () => ({
      data: { ...(world['system/config'] as object), terms_version: version() },
    })),
    call('user/accept_terms', (body) => (bodies.push(body['version']), { data: { user } })),
  )
  await show(
    <>
      <TermsSheet />
      <Toasts />
    </>,
  )
  void askTerms()
  fireEvent.click(await screen.findByRole('checkbox'))
  return bodies
}
