import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { show, signedInStore } from '../../testing/render.tsx'
import { dive as golden } from '../../testing/world.ts'
import { Ribbon } from './Ribbon.tsx'
import { Notes } from './Notes.tsx'
import { tipOf } from './tips.ts'

const fresh = { ...golden, casts: 0, line: [] }
const props = { announcement: null, resumed: false, onClose: () => undefined }
const empty = { ...golden, casts: 3, line: [] }

test.each([
  ['none without a dive', 0, null, null],
  ['the cast first', 0, fresh, 'cast'],
  ['nothing more while nothing is at risk', 1, fresh, null],
  ['nothing for who has cast already, while nothing is at risk', 0, empty, null],
  ['the risk with the first fish', 0, golden, 'risk'],
  ['then the way up', 2, golden, 'surface'],
  ['then none', 3, golden, null],
] as const)('%s', (_name, read, dive, tip) => {
  expect(tipOf(read, dive)).toBe(tip)
})

test('a tip that was read does not come back, on this device', async () => {
  const { rerender } = await show(<Notes {...props} dive={golden} />, { language: 'zh' })
  expect(await screen.findByText(/^钩上的鱼收竿后才归你/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: '知道了' }))
  await userEvent.click(await screen.findByRole('button', { name: '知道了' }))
  expect(screen.queryByRole('status')).toBeNull()
  rerender(<></>)
  await show(<Notes {...props} dive={golden} />, { store: signedInStore().store })
  expect(screen.queryByRole('status')).toBeNull()
})

test('the news that an old dive goes on comes first', async () => {
  await show(<Notes {...props} dive={golden} resumed />)
  expect(await screen.findByText('Your dive continues at level 10.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Got it' })).toBeNull()
})

test('all tips are skipped at once', async () => {
  await show(<Notes {...props} dive={fresh} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Skip tips' }))
  expect(screen.queryByRole('status')).toBeNull()
  await show(<Notes {...props} dive={golden} />, { store: signedInStore().store })
  expect(screen.queryByRole('status')).toBeNull()
})

test('what gift coins win is said until it was read once', async () => {
  const promo = { ...golden, fund: 'promo' as const }
  await show(<Ribbon dive={promo} />)
  expect(await screen.findByText('Gift coins: wins are paid as bonus gusd')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('status')).toBeNull()
  await show(<Ribbon dive={promo} />, { store: signedInStore().store })
  expect(screen.queryByText('Gift coins: wins are paid as bonus gusd')).toBeNull()
})
