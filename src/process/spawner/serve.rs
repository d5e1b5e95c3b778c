//! What a spawner does.

use super::wire::{Ask, Channel, Order, Reply, Report};
use crate::process::system::{self, End};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitOptions};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use wait4::{ResUse, Wait4};

/// How long a killed process may take to die. Only one that hangs in the kernel
/// (a dead network disk), or that we have no right to kill, takes longer.
pub(super) const DEATH: Duration = Duration::from_secs(5);

/// How long to go after what a program left. Killed processes end within
/// milliseconds; only those that fork as fast as we kill need the rest.
pub(super) const HUNT: Duration = Duration::from_secs(1);

/// How often dead orphans are reaped while a program runs: nobody else will,
/// and their number is limited.
const REAP_EVERY: Duration = Duration::from_millis(50);

/// Serves the worker at the other end of standard input until it is gone.
pub(super) fn serve() -> ! {
    // Without a terminal, and out of reach of its signals. It can only fail for
    // the leader of a group, which a program started by us is not.
    let _ = rustix::process::setsid();
    system::adopt_orphans();
    system::go_on_alone();
    let Ok(socket) = rustix::stdio::stdin().try_clone_to_owned() else { std::process::exit(3) };
    let mut channel = Channel::new(UnixStream::from(socket));
    let mut spawner = system::Inherited::default();
    let mut private = None;
    // Whatever is wrong with the worker or the socket, there is nothing left to
    // do, and nobody to tell.
    while let Ok(Some(ask)) = channel.receive::<Ask>() {
        let Ask::Start(order) = ask else { continue };
        let descriptors = channel.descriptors();
        if order.private {
            private.clone_from(&order.folder);
        }
        let reply = run(&mut channel, &mut spawner, &order, descriptors);
        if channel.send(&reply, &[]).is_err() {
            break;
        }
    }
    end_descendants();
    // The worker may have been killed. If it has removed the folder, so much the
    // better.
    if let Some(folder) = private {
        let _ = std::fs::remove_dir_all(folder);
    }
    std::process::exit(0)
}

fn run(
    channel: &mut Channel,
    inherited: &mut system::Inherited,
    order: &Order,
    descriptors: Vec<OwnedFd>,
) -> Reply {
    inherited.set(&order.caps);
    let start = Instant::now();
    let mut child = match spawn(order, descriptors) {
        Ok(child) => child,
        Err(error) => {
            // Errors without a number come from descriptors that are missing.
            let other = rustix::io::Errno::INVAL.raw_os_error();
            return Reply::NotStarted(error.raw_os_error().unwrap_or(other));
        }
    };
    let pid = Pid::from_child(&child);
    system::set_limits(pid, &order.caps);
    let end = End::of(pid);
    watch(channel, pid, &end);
    let wall = start.elapsed();

    // In this order: until the program is reaped, its number stands for its
    // group and for nothing else. The only possible errors: all have ended, or
    // we may not kill them, which shows below.
    let _ = rustix::process::kill_process_group(pid, Signal::KILL);
    if !end.wait(DEATH) {
        return Reply::Lost(format!("process {} has been killed but does not end", child.id()));
    }
    let file_was_full = system::file_was_full(pid, &end, order.caps.file);
    match reap(&mut child) {
        Ok(ended) => Reply::Ended(Report {
            status: ended.status.into_raw(),
            wall,
            cpu: ended.rusage.utime + ended.rusage.stime,
            peak_memory: Some(ended.rusage.maxrss).filter(|&peak| system::is_own_peak(peak)),
            file_was_full,
            left_something: !end_descendants(),
        }),
        Err(error) => {
            end_descendants();
            Reply::Lost(error.to_string())
        }
    }
}

fn spawn(order: &Order, descriptors: Vec<OwnedFd>) -> io::Result<Child> {
    let [stdin, stdout, stderr] =
        <[OwnedFd; 3]>::try_from(descriptors).map_err(|_| io::Error::other("no descriptors"))?;
    let mut command = Command::new(&order.program);
    command
        .args(order.words.get(1..).unwrap_or_default())
        .envs(order.environment.iter().map(|(name, value)| (name, value)))
        // A program that signals its own group must not hit us.
        .process_group(0)
        .stdin(Stdio::from(system::reopened(stdin)))
        .stdout(Stdio::from(stdout))
        .stderr(Stdio::from(stderr));
    if let Some(name) = order.words.first() {
        command.arg0(name);
    }
    if let Some(folder) = &order.folder {
        command.current_dir(folder);
    }
    // A program that has just been written (compiled) may be "busy" for as long
    // as a child that somebody else is starting holds the file open, between its
    // fork and its exec. That passes: 255 ms in all.
    let mut pause = Duration::from_millis(1);
    loop {
        match command.spawn() {
            Err(error)
                if error.kind() == io::ErrorKind::ExecutableFileBusy
                    && pause < Duration::from_millis(256) =>
            {
                std::thread::sleep(pause);
                pause *= 2;
            }
            result => return result,
        }
    }
}

/// Waits until the program ends or the worker says a word (or nothing ever
/// more).
fn watch(channel: &Channel, pid: Pid, end: &End) {
    let mut pause = end.patience().unwrap_or(REAP_EVERY).min(REAP_EVERY);
    loop {
        let (mut asked, mut ended) = (false, false);
        {
            let mut watched = vec![PollFd::from_borrowed_fd(channel.fd(), PollFlags::IN)];
            watched.extend(end.fd().map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN)));
            match poll(&mut watched, Timespec::try_from(pause).ok().as_ref()) {
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                // Never seen; the worker ends it when its time is over.
                Err(_) => std::thread::sleep(REAP_EVERY),
            }
            asked |= watched.first().is_some_and(|fd| !fd.revents().is_empty());
            ended |= watched.get(1).is_some_and(|fd| !fd.revents().is_empty());
        }
        if asked || ended || (end.fd().is_none() && end.seen()) {
            return;
        }
        pause = end.patience().unwrap_or(REAP_EVERY);
        for orphan in system::children().into_iter().filter(|&orphan| orphan != pid) {
            let _ = rustix::process::waitpid(Some(orphan), WaitOptions::NOHANG);
        }
    }
}

fn reap(child: &mut Child) -> io::Result<ResUse> {
    loop {
        match child.wait4() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// Ends and reaps all that is below us; whether that went well.
///
/// What loses its parent falls to us, so that in the end everything has been a
/// child of ours.
fn end_descendants() -> bool {
    let deadline = Instant::now() + HUNT;
    let mut pause = Duration::from_micros(50);
    loop {
        match rustix::process::wait(WaitOptions::NOHANG) {
            Ok(Some(_)) | Err(rustix::io::Errno::INTR) => continue,
            // Nearly always at once: no children at all.
            Err(_) => return true,
            Ok(None) => {}
        }
        if Instant::now() >= deadline {
            return false;
        }
        for descendant in system::descendants() {
            let _ = rustix::process::kill_process(descendant, Signal::KILL);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(5));
    }
}
