//! What a member holds beside account and sessions: keys, exports that are made again and again, views that are kept.
//! The rules about each are in its own file.

use super::{HeldKey, RunningSchedule, Staff, StaffEvent};

impl Staff {
    /// What an event makes of the member's keys, schedules of exports and kept views.
    pub(super) fn evolve_held(&mut self, event: &StaffEvent) {
        match event {
            StaffEvent::StaffKeyProposed { key, at, .. } => self.keys.push(HeldKey {
                id: key.id(),
                key: key.clone(),
                proposed_at: *at,
                proposed_under: self.issued_by.clone(),
                approved_by: None,
            }),
            StaffEvent::StaffKeyApproved { key, by, .. } => self.put_in_force(key, by),
            StaffEvent::StaffKeyRevoked { key, .. } => {
                self.keys.retain(|held| held.id != *key);
                self.sessions.retain(|open| open.key.as_ref() != Some(key));
            }
            StaffEvent::ExportMade { run, .. } => run.iter().for_each(|run| self.seen_to(*run)),
            StaffEvent::ExportMissed { run, .. } => self.seen_to(*run),
            StaffEvent::ExportScheduled { schedule, at } => self.schedules.push(RunningSchedule {
                schedule: schedule.clone(),
                seen_to: *at,
            }),
            StaffEvent::ExportScheduleStopped { schedule, .. } => {
                self.schedules.retain(|running| running.schedule.id != *schedule);
            }
            StaffEvent::BookmarkSaved { bookmark, at } => self.keep_bookmark(bookmark, *at),
            StaffEvent::BookmarkForgotten { bookmark, .. } => {
                self.bookmarks.retain(|kept| kept.bookmark.id != *bookmark);
            }
            // `evolve` gives the others their effect.
            _ => {}
        }
    }
}
