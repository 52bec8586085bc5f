// English texts of what two people undo: a dive, an invitation's share, a place on a board, coupons of a top-up.

export const undoEn = {
  undo: {
    proposed: 'Proposed; it waits for a second person.',
    second: 'Nothing changes until another person approves it.',
    look: 'Look at it',
    caseId: 'Case',
    needsCase: 'The case that explains it is needed.',
    dive: {
      void: 'Void the dive',
      text:
        'After a fault of the system alone. The dive ends without a prize; what was staked, and the diamonds that it ' +
        'burned, return to the purses they came from, as they are when the second person agrees.',
      staked: 'Staked so far',
      safe: 'In the safe box, lost',
    },
    records: {
      title: 'Invitations',
      none: 'Invitations brought this player nothing',
      day: 'Day',
      kind: 'What',
      kinds: {
        invite: 'New friend',
        rebate_l1: 'A friend’s play',
        rebate_l2: 'Friends’ friends’ play',
      } as Readonly<Record<string, string>>,
      friend: 'Friend',
      rest: 'Not received',
      state: 'State',
      act: 'Act',
      cancel: 'Take back',
      cancelTitle: 'Take this share back',
      text:
        'For fraud, such as a ring of accounts. What is left of it goes back to the house; what was received stays ' +
        'with the player.',
    },
    refunds: {
      title: 'Top-ups that may be refunded',
      none: 'Nothing of this player’s top-ups may be refunded',
      noneText:
        'Coupons go back while they are unspent, within the days that the configuration gives after the payment.',
      order: 'Top-up',
      payment: 'Payment',
      unspent: 'Unspent',
      credited: 'Credited',
      until: 'Until',
      payer: 'Paid from',
      unknown: 'unknown',
      act: 'Act',
      refund: 'Refund',
      refundTitle: 'Refund unspent coupons',
      text:
        'The coupons are taken once the second person agrees, and the USDT goes over the rail to the address that ' +
        'sent this payment. If it cannot be paid, the player has the coupons again.',
      amount: 'Coupons to refund',
      most: (amount: string) => `At most ${amount}, what is unspent of this payment.`,
      bad: 'Not an amount, or more than is unspent.',
      mark: 'Coupons refunded',
    },
    ranks: {
      title: 'Boards',
      sub: 'Closed boards are final. A player who stands there by fraud is taken off; those below move up.',
      board: 'Board',
      boards: { withdraw: 'Withdrawals', invite: 'Invitations', species: 'Species' } as Readonly<
        Record<string, string>
      >,
      period: 'Period',
      periods: { day: 'Day', week: 'Week', season: 'Season' } as Readonly<Record<string, string>>,
      days: 'Days (UTC)',
      players: 'Players',
      closed: 'Closed (UTC)',
      none: 'No board was closed yet',
      noneText: 'Boards of a day close a quarter past midnight, UTC.',
      place: 'Place',
      player: 'Player',
      score: 'Score',
      reached: 'Reached (UTC)',
      empty: 'Nobody stands on it',
      act: 'Act',
      correct: 'Take off',
      correctTitle: 'Take this player off the board',
      text: 'The board was closed; this is recorded beside it for ever, and everybody below moves up by one.',
      corrections: 'Taken off since',
      by: 'By',
      reason: 'Reason',
    },
  },
}
