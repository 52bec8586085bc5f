// The money does not suffice (5002, and 2005 where USDT would): says what is missing and leads to the top-up.
import { useTranslation } from '../i18n/useTranslation.ts'
import { Link } from 'react-router'
import { codeOf, isApiError } from '../shared/envelope.ts'
import { errorText } from '../i18n/errorText.ts'
import { Amount } from './Amount.tsx'
import { Icon } from './Icon.tsx'
import { topUpFor, type Purchase } from './purchase.ts'
import { Row, Rows } from './Page.tsx'
import { Sheet } from './Sheet.tsx'
import css from './TopUpSheet.module.css'

/** Refusals that this sheet is about. */
export const shortCodes: readonly (number | null)[] = [5002, 2005]

/** A purchase that was refused for want of money. */
export type Short = { error: unknown; purchase: Purchase }

/** Open while there is a refusal; `balance` are the coupons that the player has. */
export function TopUpSheet({
  short,
  balance,
  onClose,
}: {
  short: Short | null
  balance: string
  onClose: () => void
}) {
  const { t } = useTranslation('pay')
  const error = short?.error ?? null
  const covered = codeOf(error) === 2005
  const missing = missingOf(error)
  return (
    <Sheet
      open={short !== null}
      title={t('short.title')}
      onClose={onClose}
      footer={
        <Link
          className={css.way}
          to={short === null ? '/pay/coupon' : topUpFor(short.purchase)}
          onClick={onClose}
        >
          <Icon name="coupon" />
          {covered ? t('short.convert') : t('short.topUp')}
        </Link>
      }
    >
      {short !== null && (
        <>
          <p className={css.text}>{covered ? t('short.covered') : errorText(error)}</p>
          <Rows>
            <Row label={t('short.have')}>
              <Amount asset="coupon" value={balance} />
            </Row>
            {missing !== null && (
              <Row label={t('short.missing')}>
                <Amount asset="coupon" value={missing} />
              </Row>
            )}
          </Rows>
        </>
      )}
    </Sheet>
  )
}

/** The server's word on what is missing, when it says so. */
function missingOf(error: unknown): string | null {
  const data =
    isApiError(error) && error.kind === 'server' ? (error.data as { missing?: unknown } | null) : null
  return typeof data?.missing === 'string' ? data.missing : null
}
