// Records: coupons and top-ups.
import { Records } from '../../features/coupon/Records.tsx'
import { PayFrame } from './PayFrame.tsx'

export default function RecordPage() {
  return (
    <PayFrame part="record">
      <Records />
    </PayFrame>
  )
}
