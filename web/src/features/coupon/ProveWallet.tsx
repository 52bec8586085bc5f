// Shows that a wallet is the player's own: it connects and signs a text of the server's (`ton_proof` of TON Connect).
// Loaded when a player wants it, since the protocol's library comes along.
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { QueryState } from '../../ui/QueryState.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { toastError } from '../../ui/toast.tsx'
import { useProveWalletMutation, useWalletPayloadQuery } from './api.ts'
import { disconnect, proofOf, useConnection } from './connector.ts'
import { useWallets, WalletChoice } from './WalletChoice.tsx'

/** From the choice of a wallet to the server's word on its signature. */
export default function ProveWallet({ onProved }: { onProved: () => void }) {
  const { t } = useTranslation('coupon')
  const list = useWallets()
  // A text ends after some minutes: each time this is opened there is a new one.
  const query = useWalletPayloadQuery(undefined, { refetchOnMountOrArgChange: true })
  const isProving = useProving(onProved, () => void query.refetch())
  if (!list || isProving) return <Skeleton heights={[1.2, 1.2]} />
  return (
    <QueryState query={query} heights={[1.2, 1.2]}>
      {({ payload }) => <WalletChoice list={list} text={t('prove.text')} payload={payload} />}
    </QueryState>
  )
}

/** Takes each signature of the connected wallet to the server, once; one that is refused ends the connection. */
function useProving(onProved: () => void, onRefused: () => void): boolean {
  const connection = useConnection()
  const [prove, { isLoading }] = useProveWalletMutation()
  const taken = useRef('')
  useEffect(() => {
    const proof = connection && proofOf(connection)
    if (!proof || taken.current === proof.signature) return
    taken.current = proof.signature
    const submit = async () => {
      const { error } = await prove(proof)
      if (!error) return onProved()
      toastError(error)
      onRefused()
      return disconnect()
    }
    void submit()
  }, [connection, prove, onProved, onRefused])
  return isLoading
}
