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
becomes
"""
"""Words that say nothing about the subject of a question."""

VERBS = {
    "POST": """add create make new post submit send write register sign join open start publish upload invite report
        give vote save request comment reply order buy pay donate apply book enable follow subscribe import ban block
        suspend flag hide mute lock archive merge suggest upvote vote like star rate pin mark share log login
        become""",
    "PATCH": """change edit update modify rename replace move reset set turn switch adjust correct mark approve reject
        accept confirm disable enable configure assign restore undelete""",
    "DELETE": """delete remove destroy cancel revoke drop withdraw erase unsubscribe unfollow close dismiss disconnect
        clear leave rid log logout sign unban disable
        unblock unmute unhide""",
    "GET": """see view show find list browse read look search download export visit check display watch filter""",
}

KIN = (
    "delete remove destroy erase rid deactivate close",
    "cancel revoke withdraw destroy delete",
    "edit change update modify",
    "create add new make",
    "sign login log signin session authenticate",
    "logout signout session destroy",
    "signup register registration join member membership invite",
    "user account member person people profile",
    "picture photo image avatar icon",
    "email mail mailer",
    "notify notification alert",
    "pay payment charge checkout invoice",
    "ban block suspend suspended banned",
    "invite invitation invited",
    "password reset forgot",
    "admin administrator",
    "moderator mod moderation",
    "search find query",
    "comment reply discussion",
    "vote upvote downvote score",
    "flag report",
    "hide hidden",
    "save saved bookmark favorite favourite",
    "permission policy allow authorize access",
    "limit maximum throttle rate",
    "schedule cron recurring",
    "setting settings preference preferences configure",
    "2fa totp otp mfa",
    "message inbox dm",
    "link url",
    "tag label category topic",
)
"""Groups of words that people use for the same thing."""
