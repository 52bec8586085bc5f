// The server and this page name the same act by the same text.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { subjectOf } from './acts.ts'
import { hex } from '../../shared/hex.ts'
import { digestOf } from './digest.ts'
import { needsSignature } from './passkey.ts'

type Document = {
  paths: Record<string, { post: { requestBody: { content: Record<string, { schema: { $ref: string } }> } } }>
  components: { schemas: Record<string, { properties?: object }> }
}

const player = '01940000-0000-7000-8000-00000000abcd'
const digest = async (text: string) => hex(await digestOf(text))

test('a proposal names its kind and what its maker gave', async () => {
  const assign = { tx: 't-1', order_no: 'A1', reason: 'his', req_id: player }
  expect(await subjectOf('/staff/v1/topups/propose_assign', assign)).toBe(
    `topup_assign ${await digest('{"order_no":"A1","tx":"t-1"}')}`,
  )
  const given = { tx: 't-1', player: player.toUpperCase() }
  expect(await subjectOf('/staff/v1/topups/propose_assign', given)).toBe(
    `topup_assign ${await digest(`{"player":"${player}","tx":"t-1"}`)}`,
  )
  const refund = { player, order_no: 'T1', tx: 't-1', lt: 3, amount: '5', case_id: 'C-1' }
  const refunded = `{"amount":"5","case_id":"C-1","lt":3,"order_no":"T1","player":"${player}","tx":"t-1"}`
  expect(await subjectOf('/staff/v1/topups/propose_refund', refund)).toBe(
    `coupon_refund ${await digest(refunded)}`,
  )
  expect(await subjectOf('/staff/v1/kyc/reset', { player: player.toUpperCase(), reason: 'his' })).toBe(
    `kyc_reset ${await digest(`{"player":"${player}"}`)}`,
  )
  const version = { section: 'game', body: { b: [2, 1], '10': 'x', '9': null }, effective_ms: 0, replaces: 1 }
  expect(await subjectOf('/staff/v1/config/propose', version)).toBe(
    `config ${await digest('{"body":{"10":"x","9":null,"b":[2,1]},"replaces":1,"section":"game"}')}`,
  )
  const roles = { name: 'eve', roles: ['risk', 'finance'], own: player.toUpperCase() }
  expect(await subjectOf('/staff/v1/staff/add', roles)).toBe(
    `staff_account ${await digest(`{"name":"eve","own":"${player}","roles":["finance","risk"]}`)}`,
  )
})

test('a verdict names all of itself', async () => {
  const decide = { player, submission: 'S', verdict: 'retry', reasons: ['b', 'a'], expires_on: null }
  expect(await subjectOf('/staff/v1/kyc/decide', decide)).toBe(`${player} s retry - b,a`)
})

test('every call that takes a signature is asked for one', () => {
  const file = join(import.meta.dirname, '../../../../api/openapi-staff.json')
  const { components, paths } = JSON.parse(readFileSync(file, 'utf8')) as Document
  for (const [path, { post }] of Object.entries(paths)) {
    const { schema } = post.requestBody.content['application/json'] ?? {}
    const { properties = {} } = components.schemas[schema?.$ref.split('/').at(-1) ?? ''] ?? {}
    if (path === '/staff/v1/session/sign') continue
    expect([path, needsSignature(path)]).toEqual([path, 'signature' in properties])
  }
})
