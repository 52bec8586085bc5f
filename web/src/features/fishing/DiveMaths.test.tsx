import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DiveResult } from '../../api/endpoints.gen.ts'
import { show } from '../../testing/render.tsx'
import { DiveMaths } from './DiveMaths.tsx'

const result: DiveResult = {
  dive_id: 'd',
  reason: 'surfaced',
  casts: 9,
  staked: 900,
  fish: '650.00',
  bonus: '13.25',
  chest_gusd: '0.00',
  chest_usdt: '0.000000',
  payout: '663.25',
  credited_as: 'gusd',
  profit: '0.00',
  capped: false,
  closed_at: 0,
}

test.each([
  ['en', 'Safe box: Danger bonus', 'Staked, 9 casts'],
  ['zh', '已入箱：风险奖励', '已投注，9 次下钩'],
] as const)('every line of the sum has its words (%s)', async (language, bonus, staked) => {
  await show(<DiveMaths result={result} />, { language })
  expect(await screen.findByText(bonus)).toBeVisible()
  expect(screen.getByText(staked)).toBeVisible()
})
