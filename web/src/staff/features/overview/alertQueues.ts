// Alerts that nobody sees to, counted as queues are: how many, what they come to, since when the oldest holds.
import type { StaffAlert, WorkQueue } from '../../api/endpoints.gen.ts'

/** What waits, of one kind or, without one, altogether. */
export type AlertQueue = Omit<WorkQueue, 'name'> & { kind: string | null }

/** All of them, and each kind by itself where there are several: amounts of different kinds are no sum. */
export function alertQueues(list: readonly StaffAlert[]): AlertQueue[] {
  const open = list.filter(({ acknowledged_by = null }) => acknowledged_by === null)
  const kinds = [...new Set(open.map(({ kind }) => kind))]
  const ofKinds = kinds.map((kind) =>
    queueOf(
      kind,
      open.filter((alert) => alert.kind === kind),
    ),
  )
  return [queueOf(null, open), ...(kinds.length > 1 ? ofKinds : [])]
}

/** As a notification counts it (api §7.30). */
function queueOf(kind: string | null, alerts: readonly StaffAlert[]): AlertQueue {
  const since = alerts.flatMap(({ since_ms = null }) => (since_ms === null ? [] : [since_ms]))
  return {
    kind,
    count: alerts.length,
    amount: amountOf(alerts),
    oldest_ms: since.length === 0 ? null : Math.min(...since),
  }
}

/** The sum, where all are of one kind and each has an amount. */
function amountOf(alerts: readonly StaffAlert[]): string | null {
  const [first] = alerts
  const isOne = alerts.every(({ kind, value }) => kind === first?.kind && value.unit === 'usdt')
  if (!first || !isOne) return null
  return alerts.reduce((sum, { value }) => sum + BigInt(value.value), 0n).toString()
}
