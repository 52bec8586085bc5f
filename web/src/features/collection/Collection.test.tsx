import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { CollectionInfoData } from '../../api/endpoints.gen.ts'
import { show } from '../../testing/render.tsx'
import { call, server } from '../../testing/server.ts'
import { world } from '../../testing/world.ts'
import { Collection } from './Collection.tsx'
import { watersOf } from './model.ts'

const collection = world['collection/info'] as CollectionInfoData
const Picture = ({ id }: { id: string }) => <img alt="" data-fish={id} />
const given = (data: unknown) => server.use(call('collection/info', () => ({ data })))

beforeEach(() => {
  // jsdom knows the dialog element but not how to open it.
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false
  }
})

test('a caught species opens its records; one that was not caught has no name and opens nothing', async () => {
  given(collection)
  await show(<Collection Picture={Picture} />)
  expect(await screen.findByText('15 of 25 kinds')).toBeVisible()
  expect(screen.getAllByText('Not caught yet')).toHaveLength(10)
  expect(screen.queryByText('Dragon fish')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^Tuna/ }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Tuna' }))
  expect(sheet.getByText('Best catch').nextElementSibling?.textContent).toContain('100.00')
  expect(sheet.getByText('Where and when').nextElementSibling?.textContent).toMatch(/^Level 9, /)
})

test('what was reached has its day; the rest says only what it takes', async () => {
  given(collection)
  await show(<Collection Picture={Picture} />, { language: 'zh' })
  const lines = within((await screen.findByRole('heading', { name: '成就' })).parentElement as HTMLElement)
  const texts = lines.getAllByRole('listitem').map((line) => line.textContent)
  expect(texts).toHaveLength(10)
  expect(texts[1]).toMatch(/^集齐 10 种鱼.*达成$/)
  expect(texts[2]).toBe('集齐 20 种鱼尚未达成')
})

test('a newcomer sees every shape; a failed load offers Retry', async () => {
  let failing = true
  const empty = {
    ...collection,
    caught: 0,
    species: collection.species.map((one) => ({ ...one, record: null })),
  }
  server.use(call('collection/info', () => (failing ? { error: -1, message: '' } : { data: empty })))
  await show(<Collection Picture={Picture} />)
  expect(await screen.findByText('Could not load')).toBeVisible()
  failing = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('0 of 25 kinds')).toBeVisible()
  expect(screen.getAllByText('Not caught yet')).toHaveLength(25)
})

test('species that no level has any more stand apart, at the end', () => {
  const [some] = collection.species
  const waters = watersOf([
    ...collection.species,
    { ...some, id: 'dodo_fish', from: null, to: null } as never,
  ])
  expect(waters.map(({ from, to, band }) => [from, to, band])).toEqual([
    [1, 5, 'a'],
    [6, 10, 'b'],
    [11, 20, 'c'],
    [21, 27, 'd'],
    [28, 37, 'e'],
    [null, null, 'e'],
  ])
})
