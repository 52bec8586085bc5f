// What is wrong is worded by its code: the field, the values and the message of a program have their places.
import { afterEach, expect, test } from 'vitest'
import { en } from '../texts/en/index.ts'
import { setTexts } from '../texts/index.ts'
import { zh } from '../texts/zh/index.ts'
import { findingText, refusedText } from './findings.ts'

afterEach(() => setTexts(en))

const begins = {
  code: 'log_begins',
  of: 'day',
  values: { first: '2026-01-02' },
  text: 'the log begins on 2026-01-02',
}
const off = {
  code: 'statement_off',
  values: { account: 'usdt', sum: '12' },
  text: 'usdt: opening and lines are 12, the closing is nothing',
}
const broken = {
  code: 'log_contradicts',
  values: { detail: 'the head is not the last event' },
  text: 'the head is not the last event',
}

test.each([
  [begins, 'day: the log begins on 2026-01-02', '日期：日志从 2026-01-02 开始'],
  [off, off.text, '可用 USDT：期初加明细为 12，期末为 –'],
  [broken, broken.text, '存储的内容自相矛盾：the head is not the last event'],
  [
    { code: '4001', values: {}, text: 'You have already received it' },
    'You have already received it',
    '你已经领取过了',
  ],
  [
    { code: 'of_tomorrow', values: {}, text: 'a rule of tomorrow' },
    'a rule of tomorrow',
    'a rule of tomorrow',
  ],
])('%j', (finding, english, chinese) => {
  expect(findingText(finding)).toBe(english)
  setTexts(zh)
  expect(findingText(finding)).toBe(chinese)
})

test('a refusal names its rule, else its field, else nothing', () => {
  setTexts(zh)
  const data = { field: 'day: the log begins on 2026-01-02', finding: begins }
  expect([data, { field: 'day' }, { field: 'x' }, { field: 3 }, null].map(refusedText)).toEqual([
    '日期：日志从 2026-01-02 开始',
    '日期',
    'x',
    null,
    null,
  ])
})
