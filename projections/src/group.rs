//! A group: the views of one partition that one task of a process follows.
//!
//! Those that are ready take their pages together ([`crate::step`]). One that fails rests for a moment and is tried
//! alone; the others go on without it, and it joins them again when it stands where they stand.

use crate::follower::{FAULT_PAUSE, Follower, Next};
use crate::leader::Leading;
use crate::step::guarded;
use crate::view::View;
use ledger::{Ledger, books};
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::{Notify, Semaphore, watch};

/// Events of a page that views take together: as many as the books take, since what a page costs is mostly the same
/// however long it is.
pub(crate) const PAGE_MAX: i64 = books::PAGE_MAX;

/// Views that are written together; each that goes alone by itself.
pub(crate) fn groups_of<'a>(views: &[&'a dyn View]) -> Vec<Vec<&'a dyn View>> {
    let (alone, together): (Vec<_>, Vec<_>) = views.iter().copied().partition(|view| view.is_alone());
    let mut groups: Vec<_> = alone.into_iter().map(|view| vec![view]).collect();
    groups.extend((!together.is_empty()).then_some(together));
    groups
}

/// Follows one partition with the views of a group that this process leads, until `stop` turns true. A leader that is
/// behind is woken by the scout.
pub(crate) async fn follow(mut group: Group, wake: Arc<Notify>, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        let next = group.go().await;
        let rest = async {
            match next {
                Next::AtOnce => {}
                Next::WhenWoken => wake.notified().await,
                // Others of the group go on meanwhile.
                Next::Later => tokio::select! {
                    () = wake.notified() => {}
                    () = tokio::time::sleep(FAULT_PAUSE) => {}
                },
            }
        };
        tokio::select! {
            () = rest => {}
            _ = stop.changed() => {}
        }
    }
}

/// Views of one partition that one task follows.
pub(crate) struct Group {
    pub ledger: Ledger,
    pub permits: Arc<Semaphore>,
    pub partition: i32,
    pub members: Vec<Member>,
}

pub(crate) struct Member {
    follower: Follower,
    leading: Leading,
    /// A view that has just failed is left alone for a while.
    rests_until: Option<Instant>,
}

impl Member {
    pub(crate) fn new(follower: Follower, leading: Leading) -> Member {
        Member {
            follower,
            leading,
            rests_until: None,
        }
    }

    fn is_ready(&mut self, now: Instant) -> bool {
        self.rests_until = self.rests_until.filter(|until| now < *until);
        self.leading.now() && self.rests_until.is_none()
    }

    /// A page by itself.
    async fn go(&mut self) -> Next {
        let next = self.follower.go().await;
        if next == Next::Later {
            self.rests_until = Some(Instant::now() + FAULT_PAUSE);
        }
        next
    }
}

impl Group {
    async fn go(&mut self) -> Next {
        let now = Instant::now();
        let mut ready: Vec<&mut Member> = self
            .members
            .iter_mut()
            .filter_map(|one| one.is_ready(now).then_some(one))
            .collect();
        let mut next = Vec::new();
        if let [alone] = &mut ready[..] {
            next.push(alone.go().await);
        } else if !ready.is_empty() {
            let views = ready.iter().map(|member| member.follower.view).collect();
            // A fault does not say whose it is: each takes the page alone.
            let stepped = guarded(&self.ledger, &self.permits, views, self.partition, PAGE_MAX)
                .await
                .ok();
            let behind = |member: &Member| match &stepped {
                Some(stepped) => stepped
                    .behind
                    .iter()
                    .any(|view| view.name() == member.follower.view.name()),
                None => true,
            };
            next.extend(stepped.as_ref().map(|stepped| Next::after(stepped.events, PAGE_MAX)));
            for member in ready.iter_mut().filter(|member| behind(member)) {
                next.push(member.go().await);
            }
        }
        let rests = self.members.iter().any(|member| member.rests_until.is_some());
        match () {
            () if next.contains(&Next::AtOnce) => Next::AtOnce,
            () if rests => Next::Later,
            () => Next::WhenWoken,
        }
    }
}
