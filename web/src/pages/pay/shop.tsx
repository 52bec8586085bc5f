// The shop's items.
import { Items } from '../../features/shop/Items.tsx'
import { PayFrame } from './PayFrame.tsx'

export default function ShopPage() {
  return (
    <PayFrame part="shop">
      <Items />
    </PayFrame>
  )
}
