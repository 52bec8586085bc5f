// One payment over a connected wallet: the server prepares the message, the wallet signs it, the signature is
// submitted.
//
//   idle -> asking -> submitting -> (the order is submitted)
//             |          \-> signed: the server did not receive it; submitting again is harmless
//             \-> idle: declined, stopped or failed; the order waits on
//
// A signature outlives a reload: nobody is asked to pay the same order twice because a page was lost.
import { useEffect, useRef, useState } from 'react'
import { topupMessage, useTopupSubmitMutation } from './api.ts'
import type { Order } from '../../api/endpoints.gen.ts'
import { haptic } from '../../platform/messenger.ts'
import { useAppDispatch } from '../../state/hooks.ts'
import { toastError } from '../../ui/toast.tsx'
import { openWallet, sign, useConnection } from './connector.ts'
import { keepSigned, openedHere, signedFor } from './kept.ts'
import type { Wallet } from './wallets.ts'

type Phase = 'idle' | 'asking' | 'signed' | 'submitting'
/** Why nothing was signed. */
export type Unsigned = 'declined' | 'stopped' | 'failed'

/** The payment of this order with this wallet. */
export function useWalletPayment(order: Order, wallet: Wallet) {
  const dispatch = useAppDispatch()
  const connection = useConnection()
  const [submit] = useTopupSubmitMutation()
  const [phase, setPhase] = useState<Phase>(signedFor(order.order_no) === null ? 'idle' : 'signed')
  const [failure, setFailure] = useState<Unsigned | null>(null)
  const asking = useRef<AbortController | null>(null)

  const submitSigned = async () => {
    const boc = signedFor(order.order_no)
    if (boc === null) return setPhase('idle')
    setPhase('submitting')
    const { error } = await submit({ order_no: order.order_no, boc })
    if (error) {
      toastError(error)
      return setPhase('signed')
    }
    keepSigned(order.order_no, null)
    return haptic('success')
  }

  const pay = async () => {
    if (!connection) return
    setPhase('asking')
    setFailure(null)
    const asked = { order_no: order.order_no, address: connection.account.address }
    const { data, error } = await dispatch(
      topupMessage.initiate(asked, { forceRefetch: true, subscribe: false }),
    )
    if (!data) {
      toastError(error)
      return setPhase('idle')
    }
    asking.current = new AbortController()
    const signing = await sign(
      { validUntil: data.valid_until, messages: data.messages },
      asking.current.signal,
      () => openedHere() && openWallet(wallet),
    )
    if (typeof signing === 'string') {
      haptic('warning')
      setFailure(signing)
      return setPhase('idle')
    }
    keepSigned(order.order_no, signing.boc)
    return submitSigned()
  }

  // What was signed before a reload is submitted at once.
  useEffect(() => {
    if (signedFor(order.order_no) !== null) void submitSigned()
    // Once; later signatures are submitted by the payment itself.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  return { phase, failure, pay, submitSigned, stop: () => asking.current?.abort() }
}
