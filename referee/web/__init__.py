"""The referee's page: what people see of a table, and how their orders reach it.

`views` makes JSON of a table, `orders` makes events of what people send, `access` says who may
send what, `live` tells every open page what has changed, `app` puts them behind addresses.
"""
