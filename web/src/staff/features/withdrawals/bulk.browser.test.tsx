// Several withdrawals decided with one reason: each is a command of its own, and beside each stands what became of it.
import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { hex } from '../../../shared/hex.ts'
import { digestOf } from '../../api/digest.ts'
import type { StaffWithdrawal, WithdrawalsInfoData } from '../../api/endpoints.gen.ts'
import { answer, bodiesOf, expectClean, prepareConsole, show } from '../../testing/console.tsx'
import { me, world } from '../../testing/world.ts'
import { en } from '../../texts/en/index.ts'
import { setTexts } from '../../texts/index.ts'
import { zh } from '../../texts/zh/index.ts'
import { withdrawalSubject } from '../../verifier/subject.ts'

prepareConsole()
afterEach(() => setTexts(en))

const listed = world['withdrawals/list'] as (body: object) => { list: StaffWithdrawal[] }
const { list } = listed({})
const shown = world['withdrawals/info'] as WithdrawalsInfoData
const ids = list.map(({ withdrawal }) => withdrawal)
const [first = '', second = '', third = ''] = ids

/** Each withdrawal with the digest of its own terms. */
async function infos() {
  const made = list.map(async (withdrawal): Promise<[string, WithdrawalsInfoData]> => {
    const data = { ...shown, withdrawal, steps: [], digest: '' }
    const digest = hex(await digestOf(withdrawalSubject(data).texts[0] ?? ''))
    return [withdrawal.withdrawal, { ...data, digest }]
  })
  return new Map(await Promise.all(made))
}

const dialog = () => page.getByRole('dialog')
const results = () => dialog().getByRole('table').getByRole('row')
const reason = async (text: string, label = 'Reason') => dialog().getByLabelText(label).fill(text)

async function choose(count: number) {
  const boxes = page.getByRole('grid').getByRole('checkbox')
  for (let row = 1; row <= count; row += 1)
    // The head is the first box. One press after the other, as a person does.
    // oxlint-disable-next-line no-await-in-loop
    await boxes.nth(row).click()
}

describe('withdrawals that are chosen', () => {
  test('are rejected one by one under their own request ids; a refusal ends none of the others', async () => {
    const gone = { error: 9003, message: 'The state has changed' }
    const done = world['withdrawals/reject']
    answer({
      'withdrawals/reject': ({ withdrawal }: { withdrawal: string }) => (withdrawal === second ? gone : done),
    })
    await show('/desks/withdrawals')
    await choose(3)
    await expect.element(page.getByText('3 chosen')).toBeVisible()
    expect(location.hash).not.toContain('open=')
    await page.getByRole('toolbar').getByRole('button', { name: 'Reject' }).click()
    await expect.element(dialog().getByRole('button', { name: 'Reject' })).toBeDisabled()
    await reason('Address of an exchange')
    await dialog().getByRole('button', { name: 'Reject' }).click()
    await expect.element(dialog().getByText('2 done, 1 refused, 0 left out, 0 not decided')).toBeVisible()
    await expect.element(results().nth(2)).toMatchTextContent(/refused The state has changed \(9003\)/)
    await expectClean()
    const sent = bodiesOf('withdrawals/reject')
    expect(sent.map((body) => [body['withdrawal'], body['reason']])).toEqual(
      [first, second, third].map((id) => [id, 'Address of an exchange']),
    )
    expect(new Set(sent.map((body) => body['req_id'])).size).toBe(3)
    await expect.element(dialog().getByRole('button', { name: 'Reject' })).not.toBeInTheDocument()
  })

  test('say in Chinese what became of each', async () => {
    setTexts(zh)
    answer({ 'withdrawals/reject': { error: 9005, message: 'Over the limit of your role' } })
    await show('/desks/withdrawals')
    await choose(2)
    await page.getByRole('toolbar').getByRole('button', { name: '拒绝' }).click()
    await reason('交易所地址', '理由')
    await dialog().getByRole('button', { name: '拒绝' }).click()
    await expect.element(dialog().getByText('完成 0，被拒绝 2，略过 0，未决定 0')).toBeVisible()
    await expect.element(results().nth(1)).toMatchTextContent(/被拒绝 超出你的角色限额 \(9005\)/)
    await expectClean()
  })

  test('are left undecided once the session has ended, and go on as the same acts', async () => {
    let ended = true
    const done = world['withdrawals/reject']
    const calls = answer({
      'withdrawals/reject': ({ withdrawal }: { withdrawal: string }) =>
        ended && withdrawal === second ? { error: -1000, message: 'No session' } : done,
    })
    await show('/desks/withdrawals')
    await choose(3)
    await page.getByRole('toolbar').getByRole('button', { name: 'Reject' }).click()
    await reason('Address of an exchange')
    await dialog().getByRole('button', { name: 'Reject' }).click()
    await expect.poll(() => document.body.textContent).toContain('The rest was not tried')
    expect(document.body.textContent).toContain('1 done, 0 refused, 0 left out, 2 not decided')
    expect(bodiesOf('withdrawals/reject').map((body) => body['withdrawal'])).toEqual([first, second])
    ended = false
    const goOn = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Go on with 2',
    )
    goOn?.click()
    await expect
      .poll(() => document.body.textContent)
      .toContain('3 done, 0 refused, 0 left out, 0 not decided')
    const sent = calls.filter(({ path }) => path === 'withdrawals/reject').map(({ body }) => body)
    expect(sent.map((body) => body['withdrawal'])).toEqual([first, second, second, third])
    expect(sent[1]?.['req_id']).toBe(sent[2]?.['req_id'])
  })

  test('get a yes with the digest of their own terms; what needs two people or was changed is left out', async () => {
    const known = await infos()
    const changed = known.get(third) as WithdrawalsInfoData
    known.set(third, { ...changed, digest: '00' })
    answer({ 'withdrawals/info': ({ withdrawal }: { withdrawal: string }) => known.get(withdrawal) })
    await show('/desks/withdrawals')
    await page.getByRole('checkbox', { name: /^Choose all/ }).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Approve' }).click()
    await expect.element(dialog().getByText('It needs two people: decide it by itself.')).toBeVisible()
    await expectClean()
    await reason('Play and sources are plain')
    await dialog().getByRole('button', { name: 'Approve' }).click()
    await expect.element(dialog().getByText('2 done, 0 refused, 2 left out, 0 not decided')).toBeVisible()
    expect(bodiesOf('withdrawals/approve').map(({ withdrawal, digest }) => [withdrawal, digest])).toEqual(
      [ids[0], ids[3]].map((id) => [id, known.get(id ?? '')?.digest]),
    )
  })

  test('are chosen by the key x, and by nobody who decides none', async () => {
    await show('/desks/withdrawals')
    await userEvent.keyboard('jxjx')
    await expect.element(page.getByText('2 chosen')).toBeVisible()
    await userEvent.keyboard('x')
    await expect.element(page.getByText('1 chosen')).toBeVisible()
    await page.getByRole('button', { name: 'Choose none' }).click()
    await expect.element(page.getByRole('toolbar')).not.toBeInTheDocument()
    const can = me.can.filter((call) => !/^withdrawals\.(approve|reject)$/.test(call))
    await show('/desks/withdrawals', { can })
    await expect.element(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
    await userEvent.keyboard('jx')
    await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument()
    await expect.element(page.getByRole('toolbar')).not.toBeInTheDocument()
  })
})
