// Sections of a screen under each other, of which an address may open one.
import { useEffect, useState, type ComponentType } from 'react'
import { Section } from './Accordion.tsx'
import type { IconName } from './Icon.tsx'

/** A section's name is its id on the screen. */
export interface SectionOf<Name extends string> {
  readonly name: Name
  readonly icon: IconName
  readonly title: string
  readonly Content: ComponentType
}

/** Starts with the asked section open and in view, or with `first`. */
export function Sections<Name extends string>({
  sections,
  asked,
  first,
}: {
  sections: readonly SectionOf<Name>[]
  asked: Name | undefined
  first?: Name
}) {
  const [open, setOpen] = useState<ReadonlySet<string>>(
    new Set([asked ?? first].filter((name) => name !== undefined)),
  )
  useEffect(() => {
    if (asked) document.getElementById(asked)?.scrollIntoView({ block: 'start' })
  }, [asked])

  const toggle = (name: Name, wanted: boolean) => {
    if (open.has(name) === wanted) return
    setOpen(wanted ? new Set([...open, name]) : new Set([...open].filter((other) => other !== name)))
  }
  return sections.map(({ name, icon, title, Content }) => (
    <Section
      key={name}
      id={name}
      icon={icon}
      title={title}
      open={open.has(name)}
      onToggle={(wanted) => toggle(name, wanted)}
    >
      <Content />
    </Section>
  ))
}
