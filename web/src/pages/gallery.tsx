// Gallery of parts: everything that screens are built of, in each of its states, on one page. For whoever works on
// them; development builds only, so its words are not translated.
import { useState, type ReactNode } from 'react'
import { fishArt } from '../features/fishing/art/catalogue.ts'
import { FishPicture, ThingPicture } from '../features/fishing/Picture.tsx'
import paytable from '../testing/paytable.json'
import { Amount } from '../ui/Amount.tsx'
import { AmountField } from '../ui/AmountField.tsx'
import { Button } from '../ui/Button.tsx'
import { Chips } from '../ui/Chips.tsx'
import { Choice } from '../ui/Choice.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon, iconNames } from '../ui/Icon.tsx'
import { LinkCard } from '../ui/LinkCard.tsx'
import { decimals, type AssetName } from '../shared/money.ts'
import { Card, Page } from '../ui/Page.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { Empty, ErrorCard, Skeleton } from '../ui/states.tsx'
import { Stepper } from '../ui/Stepper.tsx'
import { toast } from '../ui/toast.tsx'
import css from './gallery.module.css'

const looks = ['primary', 'secondary', 'plain', 'danger'] as const
const colours = [
  'bg',
  'surface',
  'surface-2',
  'surface-3',
  'line',
  'text',
  'text-2',
  'accent',
  'coin',
  'diamond',
  'gusd',
  'usdt',
  'coupon',
  'good',
  'bad',
  'warn',
  'band-a',
  'band-b',
  'band-c',
  'band-d',
  'band-e',
]
const things = ['hook', 'coin', 'chest', 'chestOpen', 'mine'] as const
const longest = '9007199254740993'

export default function GalleryPage() {
  return (
    <Page title="Gallery of parts" lead="Every part in each of its states.">
      <Part title="Buttons">
        {looks.map((look) => (
          <div key={look} className={css.row}>
            <Button look={look} icon="gift">
              {look}
            </Button>
            <Button look={look} disabled>
              off
            </Button>
            <Button look={look} busy>
              busy
            </Button>
          </div>
        ))}
        <Button size="l" wide icon="hook">
          Large and wide
        </Button>
      </Part>
      <Amounts />
      <Inputs />
      <Part title="States">
        <Skeleton heights={[0.6, 1.2]} />
        <Empty icon="trophy" title="Nothing yet" text="And what to do about it." />
        <ErrorCard error={{ kind: 'network', timeout: false }} onRetry={() => undefined} />
        <LinkCard
          to="/gallery"
          icon="shield"
          title="A way to somewhere"
          text="With what waits there"
          badge="Claim now"
        />
      </Part>
      <Part title="Colours">
        <div className={css.colours}>
          {colours.map((name) => (
            <span key={name}>
              <i style={{ background: `var(--${name})` }} />
              {name}
            </span>
          ))}
        </div>
      </Part>
      <Art />
      <Part title="Icons">
        <ul className={css.icons}>
          {iconNames.map((name) => (
            <li key={name}>
              <Icon name={name} />
              <br />
              {name}
            </li>
          ))}
        </ul>
      </Part>
    </Page>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className={css.stack}>
      <h2>{title}</h2>
      {children}
    </Card>
  )
}

function Amounts() {
  return (
    <Part title="Amounts">
      {(Object.keys(decimals) as AssetName[]).map((asset) => (
        <div key={asset} className={css.row}>
          <Amount asset={asset} value="1234" label={asset} />
          <Amount asset={asset} value="-5" signed toned />
          <Amount asset={asset} value={longest} compact />
          <Amount asset={asset} value={longest} />
        </div>
      ))}
    </Part>
  )
}

function Inputs() {
  const [amount, setAmount] = useState('12')
  const [chip, setChip] = useState('all')
  const [way, setWay] = useState<'coupon' | 'usdt'>('coupon')
  const [count, setCount] = useState(2)
  const [open, setOpen] = useState(false)
  const options = ['all', 'invites', 'earnings'].map((value) => ({ value, label: value }))
  return (
    <Part title="Inputs">
      <AmountField
        label="You give"
        asset="usdt"
        value={amount}
        onChange={setAmount}
        balance="34.5"
        max="34.5"
        fault={amount === '' ? 'Something is missing' : undefined}
      />
      <Field label="A line of text" placeholder="Placeholder" hint="What it is for" />
      <Field label="A line with a fault" fault="What is wrong with it" />
      <Chips label="Filter" value={chip} options={options} onChange={setChip} />
      <Choice
        label="Pay with"
        value={way}
        options={[
          { value: 'coupon', label: 'Coupons', note: <Amount asset="coupon" value="12.5" /> },
          { value: 'usdt', label: 'USDT' },
        ]}
        onChange={setWay}
      />
      <Stepper label="How many" value={count} min={1} max={9} onChange={setCount} />
      <div className={css.row}>
        <Button look="secondary" onClick={() => setOpen(true)}>
          Sheet
        </Button>
        <Button look="secondary" onClick={() => toast('All is well', 'good')}>
          Toast
        </Button>
        <Button look="secondary" onClick={() => toast('Something is not', 'bad')}>
          Red toast
        </Button>
      </div>
      <Sheet
        open={open}
        title="A sheet"
        onClose={() => setOpen(false)}
        footer={
          <Button size="l" wide onClick={() => setOpen(false)}>
            Done
          </Button>
        }
      >
        What it is about.
      </Sheet>
    </Part>
  )
}

/** The fish of the paytable, from the surface down. */
function Art() {
  return (
    <Part title="Drawings">
      <ul className={css.art}>
        {paytable.bands
          .flatMap((band) => band.fish)
          .map(({ id }) => (
            <li key={id} style={{ boxShadow: `inset 0 0 0.4rem ${fishArt(id).glow ?? 'transparent'}` }}>
              <FishPicture id={id} />
              {id}
            </li>
          ))}
        {things.map((name) => (
          <li key={name}>
            <ThingPicture name={name} />
            {name}
          </li>
        ))}
      </ul>
    </Part>
  )
}
