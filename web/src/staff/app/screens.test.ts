// Each role lands on a screen that it may open, as the server's table of roles and calls says.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { homeOf, screens } from './screens.ts'

/** Lines of the one table of permissions: `may("days.close", &[FinanceLead])`, or a named set of roles. */
const table = readFileSync('../domain/src/staff/permission.rs', 'utf8')

const sets: Readonly<Record<string, string>> = Object.fromEntries(
  [...table.matchAll(/const (\w+): &\[Role\] = (&\[[^\]]*\]|&Role::ALL);/g)].map(([, name, roles]) => [
    name,
    roles,
  ]),
)
const rows = [...table.matchAll(/may\(\s*"([\w.]+)",\s*(&\[[^\]]*\]|\w+),?\s*\)/g)]

function canOf(role: string): string[] {
  return rows
    .filter(([, , roles = '']) => {
      const named = sets[roles] ?? roles
      return named === '&Role::ALL' || new RegExp(`\\b${role}\\b`).test(named)
    })
    .map(([, call = '']) => call)
}

const roles = [
  ['Support', 'support', '/players'],
  ['Risk', 'risk', '/desks/kyc'],
  ['Finance', 'finance', '/desks/withdrawals'],
  ['FinanceLead', 'finance_lead', '/overview'],
  ['Content', 'content', '/desks/packets'],
  ['ConfigAdmin', 'config_admin', '/desks/proposals'],
  ['Security', 'security', '/desks/accounts'],
  ['Auditor', 'auditor', '/registers'],
] as const

test('the table is read whole', () => {
  expect(rows.length).toBeGreaterThan(70)
})

test.each(roles)('%s lands on a screen of its own', (role, name, home) => {
  const can = canOf(role)
  expect(homeOf([name], can)).toBe(home)
  expect(can).toContain(screens.find(({ path }) => path === home)?.needs)
})

test('the server keeps views of exactly these screens', () => {
  const source = readFileSync('../api/staff/src/bookmarks.rs', 'utf8')
  const list = /const SCREENS: \[&str; \d+\] = \[([^\]]*)\]/.exec(source)?.[1] ?? ''
  expect([...list.matchAll(/"([^"]+)"/g)].map(([, path]) => path)).toEqual(screens.map(({ path }) => path))
})

test('no two roles land on one screen', () => {
  expect(new Set(roles.map(([, , home]) => home)).size).toBe(roles.length)
})

test('whoever may open nothing else checks bundles', () => {
  expect(homeOf([], ['session.me'])).toBe('/bundle')
})
