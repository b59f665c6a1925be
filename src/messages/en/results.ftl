### Results for people.
