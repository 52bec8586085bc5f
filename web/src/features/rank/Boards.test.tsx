import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { RankData } from '../../api/endpoints.gen.ts'
import { show } from '../../testing/render.tsx'
import { call, server } from '../../testing/server.ts'
import { world } from '../../testing/world.ts'
import { TeamBoard, WeekBoard, WeekCard, WithdrawBoard } from './Boards.tsx'

const invites = world['team/rank'] as RankData
const week = world['collection/rank'] as RankData

test('shows the first three, the others, and the own place', async () => {
  const periods: unknown[] = []
  server.use(
    call(
      'team/rank',
      ({ period }) => (
        periods.push(period),
        { data: { ...invites, period, closes_at: period === 'all' ? null : invites.closes_at } }
      ),
    ),
  )
  await show(<TeamBoard />)
  const [podium, others] = await screen.findAllByRole('list')
  expect(within(podium as HTMLElement).getAllByRole('listitem')).toHaveLength(3)
  expect(within(others as HTMLElement).getAllByRole('listitem')).toHaveLength(6)
  expect(within(screen.getByRole('region', { name: 'My rank' })).getByText('9')).toBeVisible()
  expect(screen.getByText(/Closes in 1d 23h/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'All time' }))
  expect(await screen.findByText('Since the first day')).toBeVisible()
  expect(periods).toEqual(['week', 'all'])
})

test('every place shows the picture of its player', async () => {
  const pictured = invites.list.map((line) => ({
    ...line,
    avatar: `https://t.me/i/userpic/${line.rank}.svg`,
  }))
  server.use(call('team/rank', () => ({ data: { ...invites, list: pictured } })))
  await show(<TeamBoard />)
  const places = (await screen.findAllByRole('list')).flatMap((list) => within(list).getAllByRole('listitem'))
  expect(places.map((place) => place.querySelector('img')?.getAttribute('src'))).toEqual(
    pictured.map(({ avatar }) => avatar),
  )
})

test('under the invites stands what friends brought, where they brought something', async () => {
  server.use(call('team/rank', () => ({ data: invites })))
  await show(<TeamBoard />)
  const others = (await screen.findAllByRole('list'))[1] as HTMLElement
  const lines = within(others).getAllByRole('listitem')
  expect(within(lines[2] as HTMLElement).queryByText('Brought by friends, USDT')).toBeNull()
  expect(within(lines[1] as HTMLElement).getByText('+12.25')).toBeVisible()
  expect(within(screen.getByRole('region', { name: 'My rank' })).getByText('+12.25')).toBeVisible()
})

test('the weekly event says until when, who leads, the own place and that it pays nothing', async () => {
  server.use(call('collection/rank', () => ({ data: week })))
  await show(<WeekCard />)
  const card = within(
    (await screen.findByRole('heading', { name: /^Weekly event/ })).parentElement as HTMLElement,
  )
  expect(card.getByText(/Closes in 1d 23h/)).toBeVisible()
  expect(card.getAllByRole('listitem').map((line) => line.querySelector('b')?.textContent)).toEqual([
    '1',
    '2',
    '3',
  ])
  expect(card.getByText('You: place 5, 9 kinds')).toBeVisible()
  expect(card.getByText(/^The first 3 keep a mark .* Nothing is paid/)).toBeVisible()
  expect(card.getByRole('link', { name: 'All places' })).toHaveAttribute('href', '/collection/rank')
})

test('a week without a fish has no places yet; its board has them all', async () => {
  const empty = {
    ...week,
    list: [],
    me: { rank: null, score: '0', rebate: null },
  }
  server.use(call('collection/rank', () => ({ data: empty })))
  await show(<WeekCard />, { language: 'zh' })
  expect(await screen.findByText('你：本周还没有鱼上钩')).toBeVisible()
  expect(screen.queryByRole('list')).toBeNull()
  server.use(call('collection/rank', () => ({ data: week })))
  await show(<WeekBoard />)
  expect(await screen.findAllByRole('listitem')).toHaveLength(5)
})

test('amounts of any length keep their digits; nobody is ranked on an empty board', async () => {
  server.use(
    call('withdraw/rank', ({ period }) => ({
      data:
        period === 'day'
          ? {
              ...invites,
              period,
              closes_at: null,
              list: [],
              me: { rank: null, score: '0.000000', rebate: null },
            }
          : world['withdraw/rank'],
    })),
  )
  await show(<WithdrawBoard />, { language: 'zh' })
  expect(await screen.findByText('421.00')).toBeVisible()
  expect(screen.getByText('9.00M')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: '今日' }))
  expect(await screen.findByText('暂无人上榜')).toBeVisible()
  expect(screen.getByText('你还未上榜')).toBeVisible()
})

test('a season shows its name, days and end; a past one is final and chosen by its name', async () => {
  const asked: unknown[] = []
  server.use(
    call('team/rank', ({ period, season_id: id }) => {
      asked.push(id)
      const season = period === 'season' ? invites.seasons[id === 'autumn' ? 1 : 0] : null
      return { data: { ...invites, period, season, is_final: id === 'autumn' } }
    }),
  )
  await show(<TeamBoard />)
  await userEvent.click(await screen.findByRole('button', { name: 'Season' }))
  expect(await screen.findByRole('heading', { name: /Deep winter.*Nov 1 – Jan 31/ })).toBeVisible()
  expect(screen.getByText(/Closes in 1d 23h/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Autumn tide' }))
  expect(await screen.findByRole('heading', { name: /Autumn tide/ })).toBeVisible()
  expect(screen.getByText('Final')).toBeVisible()
  expect(asked).toEqual([undefined, undefined, 'autumn'])
})

test('without seasons there is nothing to choose', async () => {
  server.use(call('team/rank', () => ({ data: { ...invites, seasons: [] } })))
  await show(<TeamBoard />, { language: 'zh' })
  expect(await screen.findByRole('button', { name: '本周' })).toBeVisible()
  expect(await screen.findByText('Al***')).toBeVisible()
  expect(screen.queryByRole('button', { name: '赛季' })).toBeNull()
})

test('a failed load offers Retry and recovers', async () => {
  let failing = true
  server.use(call('team/rank', () => (failing ? { error: -1, message: '' } : { data: invites })))
  await show(<TeamBoard />)
  expect(await screen.findByText('Could not load')).toBeVisible()
  failing = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Al***')).toBeVisible()
})
