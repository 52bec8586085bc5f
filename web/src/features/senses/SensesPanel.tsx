// What the game may do besides showing: sound with its volume, and taps of the phone.
import { useTranslation } from '../../i18n/useTranslation.ts'
import { sound } from '../../platform/sound.ts'
import { useSenses } from '../../state/senses.ts'
import { Card } from '../../ui/Page.tsx'
import { Switch } from '../../ui/Switch.tsx'
import css from './Senses.module.css'

/** Each switch holds at once, on this device. */
export function SensesPanel() {
  const { t } = useTranslation('profile')
  const senses = useSenses()
  const [on, setOn] = senses.sound
  const [volume, setVolume] = senses.volume
  const [haptics, setHaptics] = senses.haptics
  const sample = () => sound('catch')
  return (
    <Card>
      <Switch label={t('sound.on')} hint={t('sound.hint')} on={on} onChange={setOn}>
        {on && (
          <label className={css.volume}>
            {t('sound.volume')}
            <input
              type="range"
              min={0}
              max={100}
              step={5}
              value={volume}
              onChange={(event) => setVolume(event.target.valueAsNumber)}
              onPointerUp={sample}
              onKeyUp={sample}
            />
          </label>
        )}
      </Switch>
      <Switch label={t('haptics.on')} hint={t('haptics.hint')} on={haptics} onChange={setHaptics} />
    </Card>
  )
}
