// An approval is seen on every screen that is open, without a reload: lists are in the cache of the api.
import { Provider } from 'react-redux'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { endpoints, useFreezesListPagesInfiniteQuery } from '../../api/endpoints.gen.ts'
import { sessionOpened } from '../../api/session.ts'
import { createStore } from '../../api/store.ts'
import { answer, bodiesOf, prepareConsole } from '../../testing/console.tsx'
import { me, player } from '../../testing/world.ts'
import { usePages } from '../../ui/usePages.ts'
import ProposalsScreen from './proposals.tsx'

prepareConsole()

const other = '0193f0c2-7a11-7bbb-8ccc-0123456789ac'
const proposal = '0193f0c2-7a11-7bbb-8ccc-000000000005'
const freeze = (id: string) => ({ player: id, by: 'bo', reason: 'Case 4409', at_ms: 1_763_640_000_000 })

/** A list of another noun, mounted beside the desk. */
function Frozen() {
  const { rows, state } = usePages(useFreezesListPagesInfiniteQuery())
  return (
    <ul aria-label="Frozen" aria-busy={state === 'loading'}>
      {rows.map((row) => (
        <li key={row.player}>{row.player}</li>
      ))}
    </ul>
  )
}

async function bothScreens() {
  const store = createStore()
  store.dispatch(sessionOpened(me))
  const router = createMemoryRouter(
    [
      {
        path: '*',
        element: (
          <>
            <ProposalsScreen />
            <Frozen />
          </>
        ),
      },
    ],
    { initialEntries: [`/?open=${proposal}`] },
  )
  await render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  )
  return store
}

test('after an approval another list that is open shows it without a reload', async () => {
  const frozen = [freeze(player)]
  answer({
    'freezes/list': () => ({ list: frozen, next: null }),
    'proposals/approve': () => {
      frozen.unshift(freeze(other))
      return { proposal, state: 'done', code: 0 }
    },
  })
  await bothScreens()
  const list = page.getByRole('list', { name: 'Frozen' })
  await expect.element(list.getByRole('listitem')).toHaveTextContent(player)
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByLabelText('Reason').fill('Same device')
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect.element(list.getByText(other)).toBeVisible()
  expect(bodiesOf('proposals/approve')).toHaveLength(1)
})

test('what was read before is not shown again from memory', async () => {
  answer()
  const store = createStore()
  store.dispatch(sessionOpened(me))
  const read = endpoints.endpoints.booksTrial.initiate({})
  const first = store.dispatch(read)
  await first
  first.unsubscribe()
  const kept = () => Object.keys(store.getState().staffApi.queries)
  await expect.poll(kept).toEqual([])
})
