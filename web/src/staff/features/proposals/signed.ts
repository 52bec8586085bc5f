// The signature under which a proposal was approved, read from the log: the act in the approver's own stream, and the
// key's events beside it, so that a key which was revoked since is still looked at.
import type { ApiError } from '../../../shared/envelope.ts'
import { api } from '../../api/api.ts'
import { post } from '../../api/call.ts'
import type {
  EventHeading,
  EventsInfoData,
  EventsListBody,
  EventsListData,
  StaffProposal,
  StaffPublicKey,
  StaffSignature,
  StaffSigned,
} from '../../api/endpoints.gen.ts'

/** Acts before the approval that are looked at: its own is the last, unless two were under way at once. */
const actsMax = 8
/** Versions of a section, keys of a member (five at a time, api §7.19): as many as a page has. */
const linesMax = 200

type Ask = <Data>(path: string, body: object) => Promise<Data>
type Decided = Pick<StaffProposal, 'proposal' | 'kind' | 'decided_by'>
/** What an event says; which fields it has, its type says. */
type Fields = Readonly<Record<string, unknown>>
type Found = { event: EventHeading; said: Fields }

const signed = api.injectEndpoints({
  endpoints: (build) => ({
    proposalSigned: build.query<StaffSigned[], Decided>({
      queryFn: async (proposal, _api, _options, baseQuery) => {
        const ask: Ask = async <Data>(path: string, body: object) => {
          const { data, error } = await baseQuery(post(path)(body))
          if (error) throw error
          return data as Data
        }
        try {
          return { data: await signedOf(ask, proposal) }
        } catch (error) {
          return { error: error as ApiError }
        }
      },
    }),
  }),
})

export const { useProposalSignedQuery } = signed

async function signedOf(
  ask: Ask,
  { proposal, kind, decided_by: by = null }: Decided,
): Promise<StaffSigned[]> {
  const actor = `staff:${by}`
  const [, section, version] = /^config\.(\w+)\.(\d+)$/.exec(proposal) ?? []
  const approved = await first(
    ask,
    kind === 'config'
      ? { stream: 'config_section', key: `config-${section}`, event_type: 'ConfigApproved', actor }
      : { stream: 'proposal', key: proposal, event_type: 'Approved', actor },
    (said) => kind !== 'config' || String(said['version']) === version,
  )
  if (!approved) return []
  const act = await first(
    ask,
    { stream: 'staff', event_type: 'StaffActed', actor, before: approved.event.id, limit: actsMax },
    (said) => said['call'] === 'proposals/approve' && said['subject'] === proposal,
  )
  const { digest, signature } = (act?.said['approval'] ?? {}) as {
    digest?: string
    signature?: StaffSignature
  }
  if (!act || !digest || !signature) return []
  const ofKeys = { stream: 'staff', key: act.event.key }
  const proposed = await first(
    ask,
    { ...ofKeys, event_type: 'StaffKeyProposed' },
    (said) => (said['signature'] as StaffSignature).key === signature.key,
  )
  const accepted = await first(
    ask,
    { ...ofKeys, event_type: 'StaffKeyApproved' },
    (said) => said['key'] === signature.key,
  )
  return [
    {
      account: String(by),
      at_ms: act.event.at_ms,
      call: String(act.said['call']),
      subject: String(act.said['subject']),
      digest,
      request: String(act.said['request']),
      public_key: (proposed?.said['key'] as StaffPublicKey | undefined) ?? null,
      key_approved_by: (accepted?.said['by'] as string | undefined) ?? null,
      signature,
    },
  ]
}

/** The newest event of these that says what is looked for. */
async function first(
  ask: Ask,
  filter: EventsListBody,
  isIt: (said: Fields) => boolean,
): Promise<Found | null> {
  const { list } = await ask<EventsListData>('events/list', { limit: linesMax, ...filter })
  for (const event of list) {
    // One after the other: the newest is nearly always it.
    // oxlint-disable-next-line no-await-in-loop
    const { payload } = await ask<EventsInfoData>('events/info', { event_id: event.event_id })
    const said = (JSON.parse(payload) as Readonly<Record<string, Fields>>)[event.event_type] ?? {}
    if (isIt(said)) return { event, said }
  }
  return null
}
