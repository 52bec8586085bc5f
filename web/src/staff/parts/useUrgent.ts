// Alerts that cannot wait, for whoever may read them: the navigation counts them, the overview names them. They have no
// past.
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useAlertsListQuery, type StaffAlert } from '../api/endpoints.gen.ts'
import { useCan } from '../api/store.ts'

/** Between two looks. */
const looking = { pollingInterval: 15_000, skipPollingIfUnfocused: true }
const none: readonly StaffAlert[] = []

/** Urgent alerts that nobody has seen to; nothing while they are not known. */
export function useUrgent(): readonly StaffAlert[] {
  const { currentData } = useAlertsListQuery(useCan('alerts.list') ? undefined : skipToken, looking)
  const list = currentData?.list ?? none
  return list.filter(
    ({ severity, acknowledged_by = null }) => severity === 'high' && acknowledged_by === null,
  )
}
