// A list in pages whose loading fails.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { useWalletHistoryPagesInfiniteQuery } from '../api/endpoints.gen.ts'
import { show } from '../testing/render.tsx'
import { call, server } from '../testing/server.ts'
import { PagesState } from './QueryState.tsx'

function List() {
  const query = useWalletHistoryPagesInfiniteQuery({})
  return (
    <>
      <button type="button" onClick={() => void query.refetch()}>
        Refetch
      </button>
      {query.isError && <p>Failed</p>}
      <PagesState query={query} heights={[1]} empty={null}>
        {(rows) => <p>{rows.length} rows</p>}
      </PagesState>
    </>
  )
}

test('loading the shown pages again may fail: the next page can still be loaded', async () => {
  let failing = false
  server.use(
    call('wallet/history', ({ last_id: last }) => {
      if (failing) return { error: -1 }
      const page = Number(last) + 1
      return { data: { list: [{ id: String(page) }], next_last_id: String(page), has_more: page < 3 } }
    }),
  )
  await show(<List />)
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('2 rows')).toBeVisible()
  failing = true
  await userEvent.click(screen.getByRole('button', { name: 'Refetch' }))
  expect(await screen.findByText('Failed')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  failing = false
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('3 rows')).toBeVisible()
})
