/** Drawings of the game in the DOM: the same vector texts that the canvas uses. */
import { memo, useMemo } from 'react'
import { fishArt } from './art/catalogue.ts'
import { imageAddress } from './art/ink.ts'
import { chest, chestOpen, coin, hook, mine } from './art/props.ts'
import css from './Picture.module.css'

const things = { chest, chestOpen, coin, hook, mine } as const

/** A fish of the paytable. Decorative: its name stands beside it. */
export const FishPicture = memo(function FishPicture({ id }: { id: string }) {
  const address = useMemo(() => imageAddress(fishArt(id).svg), [id])
  return <img className={css.fish} src={address} alt="" draggable={false} />
})

/** A thing of the game. */
export const ThingPicture = memo(function ThingPicture({ name }: { name: keyof typeof things }) {
  const address = useMemo(() => imageAddress(things[name].svg), [name])
  return <img className={css.thing} src={address} alt="" draggable={false} />
})
