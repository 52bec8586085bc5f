// The proof that goes with what moves money out: given by the device where it has one, left out where not.
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { proveOwner } from '../../platform/biometry.ts'
import { toast } from '../../ui/toast.tsx'

/** Asks the owner; what is added to the call's body, or null after a refusal, which is shown. */
export function useOwner() {
  const { t } = useTranslation('withdraw')
  const [asking, setAsking] = useState(false)
  const ask = async (reason: string): Promise<{ bio_token?: string } | null> => {
    setAsking(true)
    const proof = await proveOwner(reason)
    setAsking(false)
    if (proof.kind === 'declined') toast(t('confirm.declined'), 'bad')
    return proof.kind === 'declined' ? null : proof.kind === 'token' ? { bio_token: proof.token } : {}
  }
  return { ask, asking }
}
