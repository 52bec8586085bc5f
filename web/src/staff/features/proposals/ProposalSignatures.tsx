// Who signed an approved proposal, for whoever may read the log.
import { useCan } from '../../api/store.ts'
import type { StaffProposal } from '../../api/endpoints.gen.ts'
import { Signatures } from '../../parts/Signatures.tsx'
import { QueryState } from '../../ui/states.tsx'
import type { Subject } from '../../verifier/subject.ts'
import { useProposalSignedQuery } from './signed.ts'

export function ProposalSignatures({ proposal, subject }: { proposal: StaffProposal; subject: Subject }) {
  const { proposal: id, kind, state, decided_by: by = null } = proposal
  const reads = useCan('events.info')
  const skip = !reads || (state !== 'approved' && state !== 'done')
  const query = useProposalSignedQuery({ proposal: id, kind, decided_by: by }, { skip })
  if (skip) return null
  return (
    <QueryState query={query} rows={2}>
      {(list) => <Signatures list={list} subject={subject} />}
    </QueryState>
  )
}
