## Moderation

moderate-view = Show
view-reports = Reports
view-audit = Log
reports-none = Nothing has been reported.
reported-by = reported by
at-table = at a table
line-meant = the reported line
settled = settled
settle = Settled
remove-line = Remove the line
mute = Mute
mute-ask = Mute…
mute-end = End the mute
mute-title = Mute { $name }
mute-text = A muted player plays on, but cannot write.
ban = Ban
ban-ask = Ban…
ban-end = End the ban
ban-title = Ban { $name }
ban-text = A banned player cannot play or write until the ban is over.
how-long = For how long
hours = { $n ->
    [0] lift
    [1] 1 h
    [24] 1 day
    [168] 1 week
    [720] 30 days
   *[other] { $n } h
}
why = Reason
why-hint = Kept in the log.
sanction-done = Done; it is in the log.
audit-none = Nothing has been done yet.
audit-older = Older entries
audit-mute = Muted
audit-ban = Banned
audit-done = Settled a report about
audit-remove = Removed a line of
audit-grant = Made a moderator:
audit-revoke = No moderator any more:
audit-host = host of the server
problem-not_moderator = This is for moderators.
problem-unknown_report = There is no such report any more.
problem-unknown_line = That line is gone already.
problem-is_moderator = That person is a moderator.
