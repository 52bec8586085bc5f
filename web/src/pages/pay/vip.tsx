// VIP tiers.
import { Tiers } from '../../features/vip/Tiers.tsx'
import { PayFrame } from './PayFrame.tsx'

export default function VipPage() {
  return (
    <PayFrame part="vip">
      <Tiers />
    </PayFrame>
  )
}
