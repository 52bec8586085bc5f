// One payment over a connected wallet: the server prepares the message, the wallet signs it, the server hears of it.
//
//   idle -> asking -> telling -> (the order is submitted)
//             |          \-> signed: the server did not hear; telling it again is harmless
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

type Phase = 'idle' | 'asking' | 'signed' | 'telling'
/** Why nothing was signed. */
export type Unsigned = 'declined' | 'stopped' | 'failed'

/** The payment of this order with this wallet. */
export function useWalletPayment(order: Order, wallet: Wallet) {
  const dispatch = useAppDispatch()
  const connection = useConnection()
  const [submit] = useTopupSubmitMutation()
  const [phase, setPhase] = useState<Phase>(signedFor(order.order_no) === null ? 'idle' : 'signed')
  const [told, setTold] = useState<Unsigned | null>(null)
  const asking = useRef<AbortController | null>(null)

  const tell = async () => {
    const boc = signedFor(order.order_no)
    if (boc === null) return setPhase('idle')
    setPhase('telling')
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
    setTold(null)
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
      setTold(signing)
      return setPhase('idle')
    }
    keepSigned(order.order_no, signing.boc)
    return tell()
  }

  // What was signed before a reload is told at once.
  useEffect(() => {
    if (signedFor(order.order_no) !== null) void tell()
    // Once; later signatures are told by the payment itself.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  return { phase, told, pay, tell, stop: () => asking.current?.abort() }
}
