/** The catch as chips with values, oldest first, newest in view. */
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { DiveLine } from '../../api/endpoints.gen.ts'
import { formatAmount } from '../../shared/money.ts'
import { FishPicture } from './Picture.tsx'
import css from './CatchStrip.module.css'

/** A list that scrolls sideways; reachable by keyboard because nothing in it takes the focus. */
export function CatchStrip({ line }: { line: readonly DiveLine[] }) {
  const { t } = useTranslation(['dives', 'fishing'])
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.scrollTo?.({ left: list.current.scrollWidth, behavior: 'smooth' })
  }, [line.length])
  return (
    <div className={css.strip}>
      <h2 className={css.title}>{t('onTheLine')}</h2>
      {line.length === 0 ? (
        <p className={css.none}>{t('lineEmpty')}</p>
      ) : (
        // A scrolling region must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul ref={list} className={css.list} tabIndex={0} aria-label={t('onTheLine')}>
          {line.map((fish) => (
            <li key={fish.level} className={css.chip}>
              <FishPicture id={fish.id} />
              <b>{formatAmount(fish.value, 'gusd')}</b>
              <span className="visually-hidden">
                {t('chip', {
                  order: fish.i + 1,
                  fish: t(`fish.${fish.id}` as 'fish.tuna', { defaultValue: t('fish.unknown') }),
                  level: fish.level,
                  value: formatAmount(fish.value, 'gusd'),
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
