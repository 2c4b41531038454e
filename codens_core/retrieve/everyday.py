"""Everyday English about applications, as data: empty words, verbs of requests, words for the same thing."""

from __future__ import annotations

STOP = """
a about above after again all also am an and any anyone anybody are as at be because been before being between
both but by came can cannot could did do does doing done down each else ever every everything few first for from
further get gets getting give given go goes going gone got had happen happened happening happens has have having he
hello help her here hers him his how however i if im in inside into is it its itself just kind know know let like
look made make makes many may maybe me means might more most much must my need needs no nor not now of off on once
one only onto or other our ours out over own please put same see shall she should show since so some someone
somebody something somewhere sort still such take tell than that the their theirs them themselves then there these
they thing things this those though through to too try trying under until up upon us use used uses using very via
want wants was way we well were what whats when where whether which while who whom whose why will with within
without work works would yes yet you your yours s t re ve ll don doesn didn isn aren won code app application system
site website exactly actually explain describe walk dont doesnt didnt cant couldnt
wont wouldnt shouldnt isnt arent wasnt
werent hasnt havent hadnt ive id youre theyre thats theres whos hows anything nothing nobody everyone become
becomes keep keeps kept give gives given gave come comes coming say says said told ask asks asked put puts bring brings
seeing seen later soon often already today old good better best great little long own right rights day days everything
somebody's someone's else certain thing one two really whole part parts able possible properly correctly yet possible
"""
"""Words that say nothing about the subject of a question."""

VERBS = {
    "POST": """add create make new post submit send write register sign join open start publish upload invite report
        give vote save request comment reply order buy pay donate apply book enable follow subscribe import ban block
        suspend flag hide mute lock archive merge suggest upvote vote like star rate pin mark share log login
        become propose recommend nominate contact notify refund transfer""",
    "PATCH": """change edit update modify rename replace move reset set turn switch adjust correct mark approve reject
        accept confirm disable enable configure assign restore undelete""",
    "DELETE": """delete remove destroy cancel revoke drop withdraw erase unsubscribe unfollow close dismiss disconnect
        clear leave rid log logout sign unban disable
        unblock unmute unhide""",
    "GET": """see view show find list browse read look search download export visit check display watch filter""",
}

PHRASES = {
    "take back": "revoke delete undo", "take down": "remove unpublish delete", "pull back": "revoke undo",
    "call off": "cancel", "get rid of": "delete remove", "shut down": "close deactivate delete",
    "shut my account down": "close deactivate account", "turn off": "disable", "switch off": "disable",
    "turned off": "disable", "opt out": "unsubscribe disable", "bring back": "restore undelete",
    "get back": "restore recover", "put back": "restore", "turn on": "enable", "switch on": "enable",
    "turned on": "enable", "set up": "setup configure enable", "sign up": "signup register",
    "log in": "login", "sign in": "login sign", "log out": "logout", "sign out": "logout sign",
    "hand over": "transfer", "give away": "transfer", "pass on": "transfer forward",
    "get told": "notify subscribe", "be told": "notify subscribe", "gets told": "notify", "let me know": "notify",
    "find out": "find show", "look up": "search find", "look for": "search find", "kick out": "remove ban",
    "throw out": "remove ban", "lock out": "lock ban", "keep out": "ban block", "let in": "invite allow",
    "get in touch": "contact message", "point out": "flag report", "hand in": "submit", "fill in": "form submit",
    "write to": "message send", "pay back": "refund", "money back": "refund",
    "pay out": "payout", "cash out": "payout withdraw",
    "top up": "deposit credit", "run out": "expire", "start over": "reset", "look like": "similar",
    "looks like": "similar", "check out": "checkout",
}  # fmt: skip
"""What people say in two words or three, and the words that code has for it."""

KIN = (
    "delete remove destroy erase rid deactivate close revoke yank",
    "cancel revoke withdraw destroy delete undo",
    "restore undelete recover unhide undo",
    "edit change update modify",
    "create add new make",
    "sign login log signin session authenticate",
    "logout signout session destroy",
    "signup register registration join member membership invite",
    "user account member person people profile",
    "customer client buyer account",
    "seller vendor merchant shop store",
    "friend guest invite invitation invited",
    "company organization organisation team business enterprise group",
    "picture photo image avatar icon",
    "email mail mailer letter",
    "notify notification notifier alert subscribe subscription watch follow",
    "pay payment charge checkout invoice billing",
    "money amount balance price cost fee",
    "refund reimbursement reimburse return",
    "payout withdrawal transfer disbursement",
    "donate donation gift contribution donor",
    "basket cart order checkout",
    "product item article goods",
    "delivery shipping shipment address",
    "ban block suspend suspended banned forbid lock",
    "freeze lock suspend unfreeze unlock",
    "password reset forgot",
    "key token secret credential",
    "phone mobile device authenticator totp otp 2fa mfa recovery",
    "2fa totp otp mfa webauthn multifactor",
    "admin administrator",
    "moderator mod moderation",
    "search find query",
    "comment reply answer discussion thread response",
    "message inbox dm private conversation",
    "vote upvote downvote score",
    "order rank ranking sort score hotness confidence position",
    "flag report complaint abuse",
    "hide hidden ignore filter mute",
    "save saved bookmark favorite favourite star",
    "permission policy allow authorize access role owner ownership",
    "limit limited maximum minimum length throttle quota cap restrict restricted",
    "refuse reject deny validate invalid forbid",
    "similar typo alike duplicate",
    "leaked compromised breached pwned",
    "safety security secure",
    "schedule cron recurring calendar",
    "appointment booking reservation slot",
    "setting settings preference preferences configure",
    "link url",
    "website site domain host",
    "tag label category topic subject",
    "publish release push upload version",
    "download fetch export",
    "upload import attachment file document",
    "count statistics stats total metrics analytics",
    "suggest propose suggestion proposal",
    "approve accept confirm approval review",
    "employee staff worker",
    "expense spending card transaction",
    "receipt invoice proof document",
    "language locale translation",
    "background job worker task",
    "history audit log trail event",
    "webhook callback hook",
)
"""Groups of words that people use for the same thing."""
