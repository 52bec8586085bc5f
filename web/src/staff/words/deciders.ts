// Who proposed what a register's line is about, who agreed, and why, from the fields of its event.
import type { EventHeading } from '../api/endpoints.gen.ts'
import { reasonWords } from './codes.ts'

type Deciders = { maker: string | null; checker: string | null; reason: string | null }

/** Events by which somebody decides about what another person began. */
const decisions = new Set([
  'Approved',
  'Rejected',
  'ConfigApproved',
  'ConfigRejected',
  'ApprovalGiven',
  'KycDecided',
])

/** An act of one person has a maker alone; staff who acted stand in where no field names anybody. */
export function decidersOf(
  { event_type, actor }: Pick<EventHeading, 'event_type' | 'actor'>,
  values: Readonly<Record<string, string>>,
): Deciders {
  const { proposer, maker, author, approver, by, staff, reason, case_id: caseId } = values
  const one = by ?? staff ?? (actor.startsWith('staff:') ? actor.slice('staff:'.length) : null)
  const decided = decisions.has(event_type)
  return {
    maker: proposer ?? maker ?? author ?? (decided || approver !== undefined ? null : one),
    // An event of two people whose approver is its `by` or `staff`.
    checker: approver ?? (decided || proposer !== undefined ? one : null),
    reason: reason ? reasonWords(reason) : (caseId ?? null),
  }
}
